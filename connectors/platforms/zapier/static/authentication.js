// The connection: where Oncestep is, and the key of the client who calls it.
const { get, origin } = require('./lib/api');

const test = async (z, bundle) => {
  const { data } = await get(z, bundle, '/me');
  if (!data?.client) {
    throw new z.errors.Error('This address answers, but not as Oncestep does. Please check the base URL.');
  }
  return data;
};

// Zapier hands over what the test returned as inputData.
const connectionLabel = (z, bundle) => `${bundle.inputData.label} at ${new URL(origin(z, bundle)).host}`;

module.exports = {
  type: 'custom',
  test,
  connectionLabel,
  fields: [
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string',
      required: true,
      isNoSecret: true,
      placeholder: 'https://oncestep.example.com',
      helpText: 'The address of your Oncestep, as its administrator gave it to you. It begins with https.',
    },
    {
      key: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      helpText: 'A builder key. It is shown once, when it is created.',
    },
  ],
};
