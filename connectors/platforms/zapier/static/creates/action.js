// A create for one action of the catalogue.
const { actionFields, connection, correlation, idempotencyKey, runAgain } = require('../lib/fields');
const { outputFields, sampleOf } = require('../lib/outputs');
const { performOf, performResume } = require('../lib/run');

// As much text as Zapier's schema allows.
const LABEL_LENGTH = 64;
const DESCRIPTION_LENGTH = 1000;

const createOf = (action) => {
  const name = `${action.provider}.${action.action}`;
  return {
    key: `${action.provider}_${action.action}`,
    noun: 'Operation',
    display: {
      label: `${action.title} (${action.provider_title})`.slice(0, LABEL_LENGTH),
      description: action.description.slice(0, DESCRIPTION_LENGTH),
    },
    operation: {
      perform: performOf(() => `/actions/${action.provider}/${action.action}`),
      performResume,
      inputFields: [
        idempotencyKey,
        ...actionFields(action),
        runAgain,
        ...(action.needs_connection ? [connection] : []),
        correlation,
      ],
      outputFields: outputFields(action),
      sample: sampleOf(name, action.samples.output),
      cleanInputData: false,
      lock: { key: `${name}:{{bundle.inputData.idempotency_key}}`, scope: ['auth'], timeout: 30 },
    },
  };
};

module.exports = createOf;
