/** Google, Apple and an OpenID Connect provider on loopback: keys, pages and tokens in their formats, for the account that the test sets. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderAccount {
  sub: string;
  email: string;
}

interface Issued {
  account: ProviderAccount;
  nonce: string;
  challenge: string | null;
}

/** What the provider's page does when it is opened. */
type Behaviour = 'sign in' | 'cancel' | 'fail';

export class IdentityProvider {
  readonly clientId = 'halcyon-test';
  /** The account that signs in. */
  account: ProviderAccount = { sub: 'unset', email: 'unset@gmail.com' };
  behaviour: Behaviour = 'sign in';
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #codes = new Map<string, Issued>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  /** `localhost` instead of 127.0.0.1, so that it is another site than the page, like the real providers. */
  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  settings(): Record<string, string> {
    const shared = (name: string) => ({
      [`HALCYON_${name}_CLIENT_IDS`]: this.clientId,
      [`HALCYON_${name}_JWKS_URL`]: `${this.url}/keys`,
      [`HALCYON_${name}_AUTH_URL`]: `${this.url}/${name.toLowerCase()}`,
      [`HALCYON_${name}_TOKEN_URL`]: `${this.url}/token`,
    });
    return {
      ...shared('GOOGLE'),
      ...shared('APPLE'),
      HALCYON_GOOGLE_ISSUERS: this.url,
      HALCYON_APPLE_ISSUER: this.url,
      HALCYON_GOOGLE_CLIENT_SECRET: 'test',
      HALCYON_OIDC_ISSUER: this.url,
      HALCYON_OIDC_CLIENT_ID: this.clientId,
      HALCYON_OIDC_CLIENT_SECRET: 'test',
      HALCYON_OIDC_NAME: 'Harbour House',
      HALCYON_OIDC_ICON: 'house',
    };
  }

  token(nonce: string, account: ProviderAccount = this.account): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${part({
      iss: this.url,
      aud: this.clientId,
      ...account,
      email_verified: true,
      nonce,
      iat: now,
      exp: now + 3600,
    })}`;
    const signature = sign('RSA-SHA256', Buffer.from(unsigned), this.#keys.privateKey);
    return `${unsigned}.${signature.toString('base64url')}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    if (pathname === '/keys') {
      const key = this.#keys.publicKey.export({ format: 'jwk' });
      return json(response, { keys: [{ ...key, kid: 'test', alg: 'RS256', use: 'sig' }] });
    }
    if (pathname === '/.well-known/openid-configuration') return this.#describe(response);
    if (pathname === '/end-session')
      return redirectTo(response, searchParams, 'post_logout_redirect_uri');
    if (pathname === '/google' || pathname === '/oidc') {
      return this.#codePage(searchParams, response);
    }
    if (pathname === '/apple') return this.#applePage(searchParams, response);
    if (pathname === '/token') return this.#exchange(await bodyOf(request), response);
    response.writeHead(404).end();
  }

  #describe(response: ServerResponse): void {
    json(response, {
      issuer: this.url,
      authorization_endpoint: `${this.url}/oidc`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      end_session_endpoint: `${this.url}/end-session`,
    });
  }

  #codePage(params: URLSearchParams, response: ServerResponse): void {
    const back = new URL(params.get('redirect_uri') ?? '');
    back.searchParams.set('state', params.get('state') ?? '');
    if (this.behaviour === 'sign in') back.searchParams.set('code', this.#code(params));
    else back.searchParams.set('error', this.#errorCode());
    response.writeHead(302, { Location: back.href }).end();
  }

  /** Apple returns with a form that submits itself. */
  #applePage(params: URLSearchParams, response: ServerResponse): void {
    const fields: Record<string, string> = { state: params.get('state') ?? '' };
    if (this.behaviour === 'sign in') {
      fields.code = this.#code(params);
      fields.id_token = this.token(params.get('nonce') ?? '');
      fields.user = JSON.stringify({ name: { firstName: 'Tim', lastName: 'Apfel' } });
    } else fields.error = this.#errorCode();
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
    );
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(
      `<form method="post" action="${params.get('redirect_uri')}">${inputs.join('')}</form>
       <script>document.forms[0].submit()</script>`,
    );
  }

  #exchange(form: URLSearchParams, response: ServerResponse): void {
    const issued = this.#codes.get(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!issued || (issued.challenge !== null && issued.challenge !== proof)) {
      response.writeHead(400).end();
      return;
    }
    json(response, { id_token: this.token(issued.nonce, issued.account), token_type: 'Bearer' });
  }

  #code(params: URLSearchParams): string {
    const code = randomUUID();
    this.#codes.set(code, {
      account: this.account,
      nonce: params.get('nonce') ?? '',
      challenge: params.get('code_challenge'),
    });
    return code;
  }

  #errorCode(): string {
    return this.behaviour === 'cancel' ? 'access_denied' : 'server_error';
  }
}

function redirectTo(response: ServerResponse, params: URLSearchParams, name: string): void {
  response.writeHead(302, { Location: params.get(name) ?? '' }).end();
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const part of request) body += part;
  return new URLSearchParams(body);
}
