// What a step gives to the next ones: an operation's answer, with the provider's own result inside.
const ANSWER = [
  { key: 'operation_id', label: 'Operation ID', type: 'string' },
  { key: 'status', label: 'Status', type: 'string' },
  { key: 'state', label: 'State', type: 'string' },
  { key: 'action', label: 'Action', type: 'string' },
  { key: 'idempotency_key', label: 'Idempotency Key', type: 'string' },
  { key: 'correlation_id', label: 'Correlation ID', type: 'string' },
  { key: 'replayed', label: 'Repeats an Earlier Call', type: 'boolean' },
  { key: 'provider_status', label: 'Provider Status', type: 'integer' },
  { key: 'remote_id', label: 'ID at the Provider', type: 'string' },
  { key: 'truncated', label: 'Result Truncated', type: 'boolean' },
];

const TYPES = { string: 'string', number: 'number', boolean: 'boolean' };

// Lists and what is nested Zapier takes from the sample.
const resultFields = (result) =>
  Object.entries(typeof result === 'object' && !Array.isArray(result) ? (result ?? {}) : {})
    .filter(([, value]) => (typeof value) in TYPES)
    .map(([key, value]) => ({ key: `result__${key}`, label: `Result ${key}`, type: TYPES[typeof value] }));

const outputFields = (action) => [...ANSWER, ...resultFields(action.samples.output)];

const sampleOf = (name, result) => ({
  operation_id: 'op_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  status: 'succeeded',
  state: 'confirmed',
  action: name,
  idempotency_key: 'order-1842',
  correlation_id: 'order-1842',
  replayed: false,
  provider_status: 200,
  remote_id: result?.id ?? null,
  truncated: false,
  result,
});

module.exports = { ANSWER, outputFields, resultFields, sampleOf };
