/** The error of a failed call: status, stable code and, for forms, an error per field. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable, from the contract; translated by the page. */
  readonly code: string;
  /** The server's fixed English text, which the session rules match on. */
  readonly error: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, body: ErrorBody) {
    super(`[${status}] ${body.message ?? body.error ?? 'An error occurred'}`);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.error = body.error ?? '';
    this.fields = body.fields ?? {};
  }
}

export interface ErrorBody {
  code?: string;
  error?: string;
  message?: string;
  fields?: Record<string, string>;
}

const sessionCodes = ['token_expired', 'token_missing', 'token_revoked', 'token_invalid'];

/** The request was rejected because there is no valid session, not because of its content. */
export function isSessionGone(error: unknown): boolean {
  return error instanceof ApiError && sessionCodes.includes(error.code);
}

/** The action needs a recent sign-in or the password. */
export function isReauthRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reauth_required';
}

/** No response: network failure, unreachable server, or our own time-out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly isTimeout: boolean;

  constructor(cause: unknown, isTimeout: boolean) {
    super(isTimeout ? 'Request timed out' : 'Network error', { cause });
    this.isTimeout = isTimeout;
  }
}

export async function parseApiError(response: Response): Promise<ApiError> {
  let body: ErrorBody = {};
  try {
    const parsed: unknown = await response.clone().json();
    if (typeof parsed === 'object' && parsed !== null) body = parsed;
  } catch {
    // Not our format, for example a proxy's error page: the status is enough.
  }
  return new ApiError(response.status, body);
}
