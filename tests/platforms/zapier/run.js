// Runs one event as Zapier's cloud does, through the core's Lambda handler: event on stdin, and what
// came of it on the last line of stdout, below the core's own lines.
const path = require('node:path');
const { text } = require('node:stream/consumers');

const { createAppHandler } = require('zapier-platform-core');

const handler = createAppHandler(path.resolve(process.argv[2]));

const outcome = async (event) => {
  try {
    return await handler(event);
  } catch ({ name, message }) {
    return { error: { name, message } };
  }
};

const main = async () => {
  const came = await outcome(JSON.parse(await text(process.stdin)));
  process.stdout.write(`\n${JSON.stringify(came)}`, () => process.exit());
};

main();
