// A create for all actions that the client may run, also those that came after this release or are the client's own.
const { described, pathOf } = require('../lib/catalogue');
const { actionFields, connection, correlation, idempotencyKey, runAgain } = require('../lib/fields');
const { ANSWER, resultFields, sampleOf } = require('../lib/outputs');
const { performOf, performResume } = require('../lib/run');

const choice = {
  key: 'action',
  label: 'Action',
  type: 'string',
  required: true,
  dynamic: 'action_list.id.title',
  altersDynamicFields: true,
  helpText: 'All actions of your Oncestep, also those that have no step of their own here.',
};

// Fields of the action that was chosen; with another choice their values go, too.
const chosenFields = async (z, bundle) => {
  if (!bundle.inputData.action) return [];
  const fields = actionFields(await described(z, bundle, bundle.inputData.action));
  return fields.map((field) => ({ ...field, dependsOn: [choice.key] }));
};

const chosenResult = async (z, bundle) => {
  if (!bundle.inputData.action) return [];
  return resultFields((await described(z, bundle, bundle.inputData.action)).samples.output);
};

module.exports = {
  key: 'runAnyAction', // no action of the catalogue can have this key
  noun: 'Operation',
  display: {
    label: 'Run Any Action',
    description: 'Runs any action of your Oncestep once, also those of your own.',
  },
  operation: {
    perform: performOf((z, bundle) => `/actions${pathOf(z, bundle.inputData.action)}`),
    performResume,
    inputFields: [choice, idempotencyKey, chosenFields, runAgain, connection, correlation],
    outputFields: [...ANSWER, chosenResult],
    sample: sampleOf('provider.action', { id: 'obj_1842' }),
    cleanInputData: false,
    lock: {
      key: '{{bundle.inputData.action}}:{{bundle.inputData.idempotency_key}}',
      scope: ['auth'],
      timeout: 30,
    },
  },
};
