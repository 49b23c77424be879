import { join } from 'node:path';
import { expectSuccess, run } from './generated.ts';

/** Settings of a service that speaks TLS, with a certificate for a name that no machine has. */
export function makeCertificate(directory: string): NodeJS.ProcessEnv {
  const [certificate, key] = [join(directory, 'tls.crt'), join(directory, 'tls.key')];
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=desk.example';
  expectSuccess(
    run(directory, 'openssl', [...options.split(' '), '-keyout', key, '-out', certificate]),
  );
  return { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key };
}
