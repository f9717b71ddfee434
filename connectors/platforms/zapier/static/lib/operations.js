// An operation as a whole, as searches and triggers give it.
const { sampleOf } = require('./outputs');

const OPERATION_FIELDS = [
  { key: 'id', label: 'ID', type: 'string' },
  { key: 'operation_id', label: 'Operation ID', type: 'string' },
  { key: 'status', label: 'Status', type: 'string' },
  { key: 'state', label: 'State', type: 'string' },
  { key: 'attention', label: 'Needs a Person Because', type: 'string' },
  { key: 'action', label: 'Action', type: 'string' },
  { key: 'connection', label: 'Connection', type: 'string' },
  { key: 'idempotency_key', label: 'Idempotency Key', type: 'string' },
  { key: 'correlation_id', label: 'Correlation ID', type: 'string' },
  { key: 'created_at', label: 'Created at', type: 'datetime' },
  { key: 'updated_at', label: 'Updated at', type: 'datetime' },
  { key: 'settled_at', label: 'Settled at', type: 'datetime' },
];

const { operation_id, status, state, action, idempotency_key, correlation_id, ...outcome } = sampleOf(
  'provider.action',
  { id: 'obj_1842' },
);

const operationSample = {
  id: operation_id,
  operation_id,
  status,
  state,
  attention: null,
  action,
  connection: 'default',
  idempotency_key,
  correlation_id,
  created_at: '2026-11-30T08:33:12.783+00:00',
  updated_at: '2026-11-30T08:33:12.814+00:00',
  settled_at: '2026-11-30T08:33:12.814+00:00',
  outcome: { status: outcome.provider_status, remote_id: outcome.remote_id, result: outcome.result },
};

module.exports = { OPERATION_FIELDS, operationSample };
