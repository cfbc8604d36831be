import { createHash, generateKeyPairSync, randomBytes, sign, type KeyPairKeyObjectResult } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Who signs in at the provider. */
export interface ProviderUser {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

/** What the provider does wrong, for tests. */
export type Fault = 'none' | 'foreign_key' | 'wrong_nonce' | 'wrong_audience';

/** To make a pair takes long, so all providers of a process have the same two. */
const newKeys = (): KeyPairKeyObjectResult => generateKeyPairSync('rsa', { modulusLength: 2048 });
let keys: KeyPairKeyObjectResult | undefined;
let foreign: KeyPairKeyObjectResult | undefined;

const CLIENT = { id: 'gazarch-console', secret: 'a-client-secret' };

/** A small provider of OpenID Connect: code flow with PKCE. Everybody is signed in at once as `user`. */
export class OidcProviderServer {
  user: ProviderUser = {
    sub: 'u-1',
    email: 'bat@example.mn',
    email_verified: true,
    name: 'Бат',
  };
  fault: Fault = 'none';
  readonly #keys = (keys ??= newKeys());
  readonly #foreign = (foreign ??= newKeys());
  readonly #codes = new Map<string, { challenge: string; nonce: string; redirect: string }>();
  readonly #server: Server;
  #port = 0;

  static async start(port = 0): Promise<OidcProviderServer> {
    const provider = new OidcProviderServer();
    provider.#server.listen(port, '127.0.0.1');
    await once(provider.#server, 'listening');
    provider.#port = (provider.#server.address() as AddressInfo).port;
    return provider;
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** As the settings of the console name it. */
  get client() {
    return {
      id: 'oidc',
      name: 'Test',
      issuer: this.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
    };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.issuer);
    const json = (value: unknown): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return json({
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }],
        });
      case '/authorize': {
        const query = url.searchParams;
        const code = randomBytes(16).toString('hex');
        const redirect = query.get('redirect_uri')!;
        this.#codes.set(code, {
          challenge: query.get('code_challenge') ?? '',
          nonce: query.get('nonce') ?? '',
          redirect,
        });
        const back = new URL(redirect);
        back.searchParams.set('code', code);
        back.searchParams.set('state', query.get('state') ?? '');
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      case '/token':
        return this.#token(await bodyOf(request), request, response);
      default:
        response.writeHead(404).end();
    }
  }

  #token(body: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const code = this.#codes.get(body.get('code') ?? '');
    this.#codes.delete(body.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
    const isClient = body.get('client_secret') === CLIENT.secret || request.headers.authorization === basic;
    if (code?.challenge !== verifier || code.redirect !== body.get('redirect_uri') || !isClient) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const token = this.#sign({
      iss: this.issuer,
      aud: this.fault === 'wrong_audience' ? 'another-client' : CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: this.fault === 'wrong_nonce' ? 'another' : code.nonce,
      ...this.user,
    });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        access_token: 'an-access-token',
        token_type: 'Bearer',
        id_token: token,
        expires_in: 300,
      }),
    );
  }

  #sign(claims: object): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`;
    const { privateKey } = this.fault === 'foreign_key' ? this.#foreign : this.#keys;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }
}

export async function useProvider(): Promise<OidcProviderServer> {
  const provider = await OidcProviderServer.start();
  onTestFinished(() => provider.close());
  return provider;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
