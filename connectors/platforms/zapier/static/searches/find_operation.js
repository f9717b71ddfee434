// Looks an operation up by its ID, as a step before or a person has it.
const { errorOf, get } = require('../lib/api');
const { OPERATION_FIELDS, operationSample } = require('../lib/operations');

const ID = /^op_[a-z0-9]+$/;

const perform = async (z, bundle) => {
  const id = String(bundle.inputData.operation_id ?? '').trim();
  if (!ID.test(id)) return [];
  const response = await get(z, bundle, `/operations/${id}`, { skipThrowForStatus: true });
  if (response.status === 404 && response.data?.type?.endsWith(':unknown_operation')) return [];
  if (response.status !== 200) throw errorOf(z, response);
  return [{ id: response.data.operation_id, ...response.data }];
};

module.exports = {
  key: 'find_operation',
  noun: 'Operation',
  display: {
    label: 'Find Operation',
    description: 'Finds an operation by its ID and says what became of it.',
  },
  operation: {
    perform,
    inputFields: [
      {
        key: 'operation_id',
        label: 'Operation ID',
        type: 'string',
        required: true,
        placeholder: operationSample.operation_id,
        helpText: 'The operation ID that a step of Oncestep gave, or that stands in its message.',
      },
    ],
    outputFields: OPERATION_FIELDS,
    sample: operationSample,
  },
};
