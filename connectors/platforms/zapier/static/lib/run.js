// One step: posts the action, waits as long as Zapier lets it, and then has itself called back.
// Every repeat means the same operation, so nothing here can make the action happen twice.
const { setTimeout: sleep } = require('node:timers/promises');

const { errorOf, get, post, retryAfter } = require('./api');
const { KEY_HELP, inputOf } = require('./fields');

const PATIENCE = 20_000;
const FIRST_WAIT = 15;
const ASK_AGAIN = 60;

const textOf = (value) => String(value ?? '').trim();

// "Run again" is appended: another key, another operation.
const keyOf = (z, { idempotency_key: key, run_again: again }) => {
  if (!textOf(key)) throw new z.errors.HaltedError(`The idempotency key is blank. ${KEY_HELP}`);
  return [key, again].map(textOf).filter(Boolean).join(':');
};

const bodyOf = (z, { inputData }) => ({
  input: inputOf(inputData),
  idempotency_key: keyOf(z, inputData),
  connection: textOf(inputData.connection) || undefined,
  correlation_id: textOf(inputData.correlation_id) || undefined,
});

const resultOf = (z, bundle, id, wait) => get(z, bundle, `/operations/${encodeURIComponent(id)}/result?wait=${wait}`);

const started = (z, answer) => {
  if (answer.data?.operation_id) return answer;
  throw new z.errors.HaltedError('This address answers, but not as Oncestep does. Please check the base URL.');
};

// The answer when the operation has settled, or the last one before the time is up.
const settled = async (z, bundle, first, until) => {
  let answer = started(z, first);
  while (answer.status === 202) {
    const pause = retryAfter(answer) * 1000;
    const wait = Math.floor((until - Date.now() - pause) / 1000);
    if (wait < 1) break;
    await sleep(pause);
    answer = await resultOf(z, bundle, answer.data.operation_id, wait);
  }
  return answer;
};

const askAgain = (z, { operation_id: id }, delay = ASK_AGAIN) =>
  new z.errors.ThrottledError(`Operation ${id} is still in progress. The same step, sent again, waits for it.`, delay);

const refusesCallbacks = ({ status, data }) =>
  status === 400 && data?.errors?.every(({ field }) => field === 'callback_url');

// Asking for the address makes Zapier wait for a call, unless the step ends with an error. So where no call will come,
// because the operation has just settled or calls are refused, the step ends with one that makes Zapier run it again.
const callBack = async (z, bundle, path, body, answer) => {
  if (bundle.meta?.isLoadingSample) {
    throw new z.errors.Error(
      `Operation ${answer.data.operation_id} is still in progress. ` +
        'Test the step again in a minute: with the same key it is the same operation.',
    );
  }
  const url = z.generateCallbackUrl();
  if (!url) throw askAgain(z, answer.data);
  const registered = await post(z, bundle, path, { body: { ...body, callback_url: url }, skipThrowForStatus: true });
  if (registered.status === 202) return registered.data;
  if (registered.status === 200) throw askAgain(z, registered.data, 1);
  throw refusesCallbacks(registered) ? askAgain(z, answer.data) : errorOf(z, registered);
};

// `pathOf` says where the action is posted.
const performOf = (pathOf) => async (z, bundle) => {
  const until = Date.now() + PATIENCE;
  const path = pathOf(z, bundle);
  const body = bodyOf(z, bundle);
  const first = await post(z, bundle, path, { body, headers: { prefer: `wait=${FIRST_WAIT}` } });
  const answer = await settled(z, bundle, first, until);
  return answer.status === 200 ? answer.data : callBack(z, bundle, path, body, answer);
};

// Whoever calls back is only believed that it is time to look.
const performResume = async (z, bundle) => {
  const until = Date.now() + PATIENCE;
  const first = await resultOf(z, bundle, bundle.outputData.operation_id, FIRST_WAIT);
  const answer = await settled(z, bundle, first, until);
  if (answer.status !== 200) throw askAgain(z, answer.data);
  return answer.data;
};

module.exports = { performOf, performResume };
