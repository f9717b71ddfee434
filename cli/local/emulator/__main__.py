"""Serves the emulator on the loopback address: `python -m cli.local.emulator PORT`."""

import asyncio
import sys

import ministack.app
from hypercorn.asyncio import serve
from hypercorn.config import Config

from cli.local.emulator.base_url import BaseUrl
from cli.local.emulator.move_tasks import MoveTasks


def _config(port: int) -> Config:
    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    # As ministack's own server: SDKs keep their connections for a minute.
    config.keep_alive_timeout = 75
    config.loglevel = "INFO"
    return config


def main() -> None:
    app = BaseUrl(MoveTasks(ministack.app.app))
    asyncio.run(serve(app, _config(int(sys.argv[1]))))


main()
