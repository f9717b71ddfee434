// The app: every action of the catalogue, and one for those that a client has of its own.
const { version: platformVersion } = require('zapier-platform-core');

const actions = require('./catalog');
const authentication = require('./authentication');
const createOf = require('./creates/action');
const runAnyAction = require('./creates/run_any_action');
const { authenticate, refuse } = require('./lib/api');
const findOperation = require('./searches/find_operation');
const actionList = require('./triggers/action_list');
const needsPerson = require('./triggers/needs_person');
const { version } = require('./package.json');

const byKey = (operations) => Object.fromEntries(operations.map((operation) => [operation.key, operation]));

module.exports = {
  version,
  platformVersion,
  authentication,
  beforeRequest: [authenticate],
  afterResponse: [refuse],
  triggers: byKey([actionList, needsPerson]),
  creates: byKey([...actions.map(createOf), runAnyAction]),
  searches: byKey([findOperation]),
};
