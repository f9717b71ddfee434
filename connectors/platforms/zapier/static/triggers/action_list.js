// The list of actions behind the field "Action" of "Run Any Action"; nobody sees it as a trigger.
const { listed } = require('../lib/catalogue');

const perform = async (z, bundle) =>
  (await listed(z, bundle)).map(({ provider, action, title }) => ({
    id: `${provider}.${action}`,
    title: `${title} (${provider})`,
  }));

module.exports = {
  key: 'action_list',
  noun: 'Action',
  display: {
    label: 'New Action',
    description: 'Lists the actions of your Oncestep.',
    hidden: true,
  },
  operation: {
    perform,
    sample: { id: 'provider.action', title: 'Action (provider)' },
  },
};
