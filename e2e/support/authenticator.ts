/** A virtual authenticator of Chromium: a device with passkeys whose user a test controls. */
import type { CDPSession, Page } from '@playwright/test';

export class Authenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async plugIn(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** Whether the fingerprint is recognised. */
  async verifyUser(isUserVerified: boolean) {
    await this.#session.send('WebAuthn.setUserVerified', {
      authenticatorId: this.#id,
      isUserVerified,
    });
  }

  async passkeys() {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    });
    return credentials;
  }

  /** Takes over a passkey of another device. */
  async hold(credential: Awaited<ReturnType<Authenticator['passkeys']>>[number]) {
    await this.#session.send('WebAuthn.addCredential', {
      authenticatorId: this.#id,
      credential,
    });
  }

  async unplug() {
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id });
    await this.#session.detach();
  }
}
