import { connectionTo, NoAnswer, type Connection } from './connection.ts';
import { openApi, type OpenApi } from './document.ts';
import type { Finding } from './findings.ts';
import { generatorOf } from './generator.ts';
import { oracleOf } from './oracle.ts';
import { bytesOf, commandOf, type FuzzRequest } from './request.ts';
import { knowledgeOf, type Knowledge } from './rows.ts';
import { minimal } from './shrink.ts';

export interface CampaignOptions {
  /** Where the service listens. */
  readonly address: string;
  readonly seed: number;
  readonly requests: number;
  readonly credential?: readonly [name: string, value: string];
  /** Texts that may be in no answer. */
  readonly secrets?: readonly string[];
  /** Milliseconds that an answer may take. */
  readonly limit?: number;
}

/** A fault, told once however many requests have met it. */
export interface Fault {
  readonly finding: Finding;
  readonly count: number;
  /** Seed, number and a line for the shell. */
  readonly report: string;
}

export interface Outcome {
  readonly sent: number;
  /** Answers by status; 0 where a connection was closed on what is no request. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Successes by operation. */
  readonly reached: ReadonlyMap<string, number>;
  readonly operations: readonly string[];
  readonly faults: readonly Fault[];
  /** Of all answers, from 0 to 1. */
  readonly successes: number;
}

/** Each has a connection and rows of its own, so that what one asks for does not depend on another. */
const lanes = 8;
const maxFaults = 40;

/** Sends requests that follow from the seed, and checks every answer by the OpenAPI document of the service. */
export async function campaign(options: CampaignOptions): Promise<Outcome> {
  const { address, seed, requests, credential, secrets = [], limit = 30_000 } = options;
  const answered = await fetch(`${address}/openapi/v1.json`);
  const document: OpenApi = openApi((await answered.json()) as Record<string, unknown>);
  const { host } = new URL(address);
  const generator = generatorOf({
    seed,
    document,
    ...(credential === undefined ? {} : { credential }),
  });
  const oracle = oracleOf(document, secrets);
  const statuses = new Map<number, number>();
  const reached = new Map<string, number>();
  const met = new Map<string, { readonly finding: Finding; count: number; report: string }>();

  async function attempt(
    connection: Connection,
    request: FuzzRequest,
    knowledge?: Knowledge,
  ): Promise<Finding[]> {
    try {
      const isGarbage = request.garbage !== undefined;
      const answer = await connection.send(bytesOf(request, host), request.method, isGarbage);
      if (knowledge !== undefined) {
        count(statuses, answer.status);
        if (answer.status < 400) {
          const operation = document.find(request.method, request.target.replace(/\?.*$/s, ''));
          if (operation !== undefined) count(reached, `${operation.method} ${operation.path}`);
        }
        if (request.garbage === undefined) knowledge.learn(request, answer);
      }
      return oracle.validate(request, answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      // Who sends no request may be left without an answer, but not waiting.
      const isPermitted = request.garbage !== undefined && error.reason === 'closed';
      if (knowledge !== undefined) count(statuses, 0);
      if (isPermitted) return [];
      const path = document.find(request.method, request.target.replace(/\?.*$/s, ''))?.path;
      const signature = `no-answer: ${error.reason} ${request.method} ${path ?? 'elsewhere'}`;
      return [{ kind: 'no-answer', signature, detail: error.message }];
    }
  }

  async function run(lane: number): Promise<void> {
    const connection = connectionTo(address, limit);
    const knowledge = knowledgeOf(document);
    for (let number = lane; number < requests; number += lanes) {
      const request = generator.request(number, knowledge);
      for (const finding of await attempt(connection, request, knowledge)) {
        const known = met.get(finding.signature);
        if (known !== undefined) {
          known.count += 1;
        } else if (met.size < maxFaults) {
          const fault = { finding, count: 1, report: '' };
          met.set(finding.signature, fault);
          fault.report = await reportOf(connection, request, finding, knowledge);
        }
      }
    }
    connection.close();
  }

  async function reportOf(
    connection: Connection,
    request: FuzzRequest,
    finding: Finding,
    knowledge: Knowledge,
  ): Promise<string> {
    const fails = async (smaller: FuzzRequest) => {
      const findings = await attempt(connection, smaller);
      return findings.some(({ signature }) => signature === finding.signature);
    };
    // A hang would take its time with every try.
    const isQuick = finding.kind !== 'no-answer';
    const isRepeatable = isQuick && (await fails(request));
    const smallest = isRepeatable
      ? await minimal({ ...request, isValid: finding.kind === 'valid-refused' }, fails)
      : request;
    const row = knowledge.rows.find(({ id }) => smallest.target.includes(id));
    return [
      finding.signature,
      `  ${finding.detail.replaceAll('\n', '\n  ')}`,
      `  seed ${String(seed)}, request ${String(request.number)}${isRepeatable || !isQuick ? '' : ', fails only after what came before it'}`,
      ...(row === undefined ? [] : [`  after: ${commandOf(row.madeBy, address)}`]),
      `  ${commandOf(smallest, address)}`,
    ].join('\n');
  }

  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  const successes = [...statuses].reduce(
    (sum, [status, times]) => sum + (status >= 200 && status < 300 ? times : 0),
    0,
  );
  return {
    sent: requests,
    statuses,
    reached,
    operations: document.operations.map(({ method, path }) => `${method} ${path}`),
    faults: [...met.values()],
    successes: successes / requests,
  };
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
