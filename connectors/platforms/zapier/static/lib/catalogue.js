// The catalogue as Oncestep has it now: it also knows the actions that this app was released without.
const { get } = require('./api');

const NAME = /^([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)$/;

// `provider.action` as the path of both; it comes from a field that may be mapped.
const pathOf = (z, name) => {
  const parts = NAME.exec(String(name ?? '').trim());
  if (!parts) throw new z.errors.HaltedError(`"${name ?? ''}" is no action. Choose one from the list.`);
  return `/${parts[1]}/${parts[2]}`;
};

const listed = async (z, bundle) => (await get(z, bundle, '/catalog')).data.data;

const described = async (z, bundle, name) => (await get(z, bundle, `/catalog${pathOf(z, name)}`)).data;

module.exports = { pathOf, listed, described };
