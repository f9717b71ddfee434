// Oncestep's HTTP API: its address, its key, and what its refusals mean to Zapier.
const VERSION = '/v1';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

// Zapier ends a step after 30 seconds; an answer of ours says more than that.
const LONGEST_REQUEST = 28_000;

const addressOf = (text) => {
  const url = URL.canParse(text.trim()) && new URL(text.trim());
  const plain = url && !url.search && !url.hash && !url.username && !url.password;
  const safe = plain && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)));
  return safe ? url.href.replace(/\/+$/, '').replace(/\/v1$/, '') : null;
};

// The address without `/v1`, which may have been pasted with it.
const origin = (z, bundle) => {
  const address = addressOf(bundle.authData.base_url ?? '');
  if (!address) {
    throw new z.errors.HaltedError('The base URL must be an https address, such as https://oncestep.example.com.');
  }
  return address;
};

// Text of the builder's that looks like a template of Zapier's is text: nothing is merged or replaced.
const request = (z, bundle, path, options) =>
  z.request({
    url: `${origin(z, bundle)}${VERSION}${path}`,
    merge: false,
    redirect: 'manual',
    timeout: LONGEST_REQUEST,
    ...options,
  });

const get = (z, bundle, path, options) => request(z, bundle, path, { method: 'GET', ...options });

const post = (z, bundle, path, { body, headers, ...options }) =>
  request(z, bundle, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...options,
  });

const authenticate = (request, z, bundle) => ({
  ...request,
  headers: { accept: 'application/json', ...request.headers, 'x-api-key': bundle.authData.api_key },
});

const retryAfter = (response) => Number.parseInt(response.getHeader('retry-after'), 10) || 0;

const wordsOf = ({ status, data }) => {
  const words = data?.detail ?? data?.title ?? `Oncestep answered with status ${status}. Please check the base URL.`;
  const id = data?.operation_id;
  return id && !words.includes(id) ? `${words} (operation ${id})` : words;
};

// What Zapier is to do: ask again later (by itself), replay (if that is switched on), or stop.
const errorOf = (z, response) => {
  const { status, data } = response;
  const words = wordsOf(response);
  if (status === 401) return new z.errors.ExpiredAuthError(words);
  if (status === 503 && retryAfter(response)) return new z.errors.ThrottledError(words, retryAfter(response));
  if (status >= 500 || data?.retryable) return new z.errors.Error(words, data?.type, status);
  return new z.errors.HaltedError(words);
};

// The core has thrown for 429 already.
const refuse = (response, z) => {
  if (response.status >= 300 && !response.skipThrowForStatus) throw errorOf(z, response);
  return response;
};

module.exports = { origin, get, post, authenticate, refuse, errorOf, retryAfter };
