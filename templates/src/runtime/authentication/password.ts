import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** What guessing costs at least, by the recommendation of OWASP for argon2id. */
export const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };

interface Hash extends Cost {
  readonly nonce: Buffer;
  readonly tag: Buffer;
}

const version = 19;
const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** A generated password with 192 random bits. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** The hash of a password as it is kept, in the form of the PHC: its parameters are in it. */
export async function hashPassword(
  password: string,
  { memory, passes, parallelism }: Cost = cost,
): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await tagOf(password, { memory, passes, parallelism, nonce, tag: Buffer.alloc(32) });
  const parameters = `m=${String(memory)},t=${String(passes)},p=${String(parallelism)}`;
  return `$argon2id$v=${String(version)}$${parameters}$${base64(nonce)}$${base64(tag)}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parse(hash);
  return timingSafeEqual(await tagOf(password, parsed), parsed.tag);
}

/** Whether a hash was made at another cost than today's. */
export function isOutdated(hash: string): boolean {
  const { memory, passes, parallelism } = parse(hash);
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

/** No password has it: what is sent for an unknown name is compared with it, so that both take the same time. */
export const nobodysHash = `$argon2id$v=${String(version)}$m=${String(cost.memory)},t=${String(cost.passes)},p=${String(cost.parallelism)}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`;

function parse(hash: string): Hash {
  const [, memory = '', passes = '', parallelism = '', nonce = '', tag = ''] =
    form.exec(hash) ?? [];
  if (tag === '') throw new Error('what is kept of a password is no hash of argon2id');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function tagOf(password: string, { tag, ...parameters }: Hash): Promise<Buffer> {
  const given: Argon2Parameters = {
    ...parameters,
    // RFC 8265, section 4.2: the same characters, however they are composed.
    message: password.normalize('NFC'),
    tagLength: tag.length,
  };
  return derive('argon2id', given);
}

/** Without padding, as the form of the PHC has it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
