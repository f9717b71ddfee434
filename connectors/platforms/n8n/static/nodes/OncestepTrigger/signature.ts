/** Standard Webhooks: is a message from somebody who has the secret, and is it fresh? */

import { createHmac, timingSafeEqual } from 'crypto';

type Headers = Record<string, string | string[] | undefined>;

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_(.+)$/;

/** `secrets`: one, or several with spaces between while one is replaced by another. */
export function isGenuine(secrets: string, headers: Headers, body: Buffer, nowMs: number): boolean {
	const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
		String(headers[`webhook-${name}`] ?? ''),
	);
	if (!id || !/^\d{1,12}$/.test(timestamp)) return false;
	if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
	const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
	const wanted = keysOf(secrets).map((key) => createHmac('sha256', key).update(content).digest());
	const given = signatures.split(' ').map(signatureOf);
	return wanted.some((one) => given.some((other) => one.length === other.length && timingSafeEqual(one, other)));
}

function keysOf(secrets: string): Buffer[] {
	const matches = secrets.split(/\s+/).map((secret) => SECRET.exec(secret));
	return matches.flatMap((match) => (match ? [Buffer.from(match[1], 'base64')] : [])).filter((key) => key.length > 0);
}

function signatureOf(text: string): Buffer {
	return text.startsWith('v1,') ? Buffer.from(text.slice(3), 'base64') : Buffer.alloc(0);
}
