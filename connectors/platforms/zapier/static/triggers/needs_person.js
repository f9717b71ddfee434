// Starts a Zap for each operation that has stopped and waits for a person, such as one that tells the team.
const { get } = require('../lib/api');
const { OPERATION_FIELDS, operationSample } = require('../lib/operations');

const PAGES = 5;

const pageOf = async (z, bundle, cursor) =>
  (await get(z, bundle, '/operations', { params: { attention: 'any', limit: 100, ...(cursor && { cursor }) } })).data;

// After a person's replay it may stop again: then it is news again.
const newsOf = (operation) => ({ id: `${operation.operation_id}:${operation.round}`, ...operation });

const perform = async (z, bundle) => {
  const found = [];
  let cursor = '';
  for (let page = 0; page < PAGES && cursor !== null; page += 1) {
    const next = await pageOf(z, bundle, cursor);
    found.push(...next.data.map(newsOf));
    cursor = next.cursor;
  }
  return found;
};

module.exports = {
  key: 'needs_person',
  noun: 'Operation',
  display: {
    label: 'Operation Needs a Person',
    description: 'Triggers when an operation has stopped and a person must decide what becomes of it.',
  },
  operation: {
    type: 'polling',
    perform,
    outputFields: OPERATION_FIELDS,
    sample: {
      ...operationSample,
      id: `${operationSample.operation_id}:1`,
      status: 'needs_input',
      state: 'unknown',
      attention: 'no_lookup',
      settled_at: null,
      outcome: null,
    },
  },
};
