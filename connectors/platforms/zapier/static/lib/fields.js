// Input fields: an action's own, made of its JSON Schema, and those that all actions have.
const KEY_HELP =
  'Map the ID of the record that started this run, such as the order ID. ' +
  'The same key never runs the action twice. Never a random or time value.';

// As much text as Zapier's schema allows.
const HELP_LENGTH = 1000;

// An action's fields have names of their own, whatever the provider calls them.
const PREFIX = 'input_';
const partPrefix = (name) => `each_${name}_`;

const idempotencyKey = {
  key: 'idempotency_key',
  label: 'Idempotency key',
  type: 'string',
  required: true,
  helpText: KEY_HELP,
};

const runAgain = {
  key: 'run_again',
  label: 'Run again',
  type: 'string',
  helpText:
    'Leave blank. To run the action once more for the same record on purpose, ' +
    'type a word here, such as `second`: it becomes part of the key.',
};

const connection = {
  key: 'connection',
  label: 'Connection',
  type: 'string',
  placeholder: 'default',
  helpText: 'The name of the provider account in Oncestep. Blank: `default`.',
};

const correlation = {
  key: 'correlation_id',
  label: 'Correlation ID',
  type: 'string',
  helpText: 'Finds all steps of one run in Oncestep, such as the order ID. It does not change what is done.',
};

const TYPES = { integer: 'integer', number: 'number', boolean: 'boolean' };

const valueOf = (schema) => ({
  type: TYPES[schema.type] ?? (schema.format === 'date-time' ? 'datetime' : 'string'),
  ...(schema.enum && { choices: schema.enum.map(String) }),
});

// What Zapier calls line items may have neither help nor a type of its own.
const shapeOf = (name, schema) => {
  const { items = {} } = schema;
  const helpText = schema.description.slice(0, HELP_LENGTH);
  if (schema.type === 'object') return { dict: true, helpText };
  if (schema.type !== 'array') return { ...valueOf(schema), helpText };
  if (items.type !== 'object') return { ...valueOf(items), list: true, helpText };
  return { children: fieldsOf(items, {}, partPrefix(name)) };
};

// What is blank may be left out: Zapier's schema wants text of one character at least.
const exampleOf = (schema, sample) => ({
  ...(String(schema.default ?? '') && { default: String(schema.default) }),
  ...(/^(string|number|boolean)$/.test(typeof sample) && String(sample) && { placeholder: String(sample) }),
});

const fieldOf = (name, schema, required, sample, prefix) => ({
  key: prefix + name,
  label: schema.title,
  required,
  ...exampleOf(schema, sample),
  ...shapeOf(name, schema),
});

const fieldsOf = ({ properties, required = [] }, sample, prefix = PREFIX) =>
  Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, schema, required.includes(name), sample?.[name], prefix),
  );

const helpOf = ({ help }) => (help ? [{ key: 'help', type: 'copy', helpText: help.slice(0, HELP_LENGTH) }] : []);

// The action's help and its own fields, from its entry in the catalogue.
const actionFields = (action) => [...helpOf(action), ...fieldsOf(action.input_schema, action.samples.input)];

const named = (values, prefix) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );

const isItem = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (name, value) =>
  Array.isArray(value) ? value.map((part) => (isItem(part) ? named(part, partPrefix(name)) : part)) : value;

// Zapier leaves a blank field out in one run and gives it as an empty text, list or map in another.
const isBlank = (value) => value === '' || (typeof (value ?? {}) === 'object' && Object.keys(value ?? {}).length === 0);

// The action's input, as the builder's fields have it. Oncestep coerces and checks it: here it stays as it is.
const inputOf = (inputData) =>
  Object.fromEntries(
    Object.entries(named(inputData, PREFIX))
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => [name, partsOf(name, value)]),
  );

module.exports = { KEY_HELP, idempotencyKey, runAgain, connection, correlation, actionFields, inputOf };
