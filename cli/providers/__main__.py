"""The command line: one server per process, until it is interrupted."""

import argparse

from cli.providers.inventory.app import inventory_app
from cli.providers.mail.app import RETENTION_SECONDS, mail_app
from cli.providers.proxy.app import proxy_app
from cli.providers.proxy.route import parse_route
from cli.providers.web import run

ROUTE_HELP = "NAME=LISTENPORT,http://HOST:PORT; repeat it for more"


def main() -> None:
    args = _parser().parse_args()
    match args.server:
        case "inventory":
            run(inventory_app(), args.port)
        case "mail":
            run(mail_app(args.retention_seconds), args.port)
        case "proxy":
            run(proxy_app(args.route), args.admin_port)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cli.providers", description=__doc__)
    servers = parser.add_subparsers(dest="server", required=True)

    inventory = servers.add_parser("inventory", help="a provider without idempotency keys, with a lookup")
    inventory.add_argument("--port", type=int, required=True)

    mail = servers.add_parser("mail", help="a provider with idempotency keys")
    mail.add_argument("--port", type=int, required=True)
    mail.add_argument("--retention-seconds", type=float, default=RETENTION_SECONDS, help="of a key")

    proxy = servers.add_parser("proxy", help="what goes wrong before a provider")
    proxy.add_argument("--admin-port", type=int, required=True)
    proxy.add_argument("--route", type=parse_route, action="append", required=True, help=ROUTE_HELP)
    return parser


if __name__ == "__main__":
    main()
