import { createHmac } from 'node:crypto';

const print = (line) => process.stdout.write(`${line}\n`);

/** Runs one step of a scenario. Steps continue after one that failed. */
export const step = async (name, work) => {
  try {
    await work();
    print(`STEP ${JSON.stringify({ name })}`);
  } catch (error) {
    print(`STEP ${JSON.stringify({ name, error: String(error?.message ?? error) })}`);
  }
};

/** Says that the scenario came to its end. */
export const done = () => print('DONE');

/** The error that some work must end with. */
export const rejected = async (work) => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('was not refused');
};

const at = (path) => new URL(path, process.env.FAKE_URL);

const sendForm = async (path, key, form) => {
  const response = await fetch(at(path), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(form),
  });
  return response.json();
};

/** The local server, with an account of the scenario's own. */
export const fake = {
  url: at('/'),
  key: process.env.FAKE_KEY,
  /** Lets the account's customers, banks or network act. */
  control: async (command, body) => {
    const response = await fetch(at(`/_processor/${command}`), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${process.env.FAKE_KEY}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${command}: ${await response.text()}`);
  },
  /** Confirms an intent as its customer does on the page of a shop. Returns the response. */
  payInBrowser: (clientSecret, paymentMethod) => {
    const [id] = clientSecret.split('_secret_');
    return sendForm(`/v1/payment_intents/${id}/confirm`, process.env.FAKE_KEY.replace('sk', 'pk'), {
      client_secret: clientSecret,
      payment_method: paymentMethod,
      return_url: 'https://shop.example/back',
    });
  },
};

/** A webhook with this event: its body and its signature. */
export const signed = (event, secret) => {
  const payload = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return { payload, signature: `t=${time},v1=${digest}` };
};
