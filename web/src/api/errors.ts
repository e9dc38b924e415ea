/** The one error a failed call is told by: a status, a stable code and, for forms, what is wrong with which field. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable, from the contract; screens translate it. */
  readonly code: string;
  /** The server's short fixed text, which the session rules match on. */
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

/** No answer at all: the network, the server's absence, or our own time limit. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly isTimeout: boolean;

  constructor(cause: unknown, isTimeout: boolean) {
    super(isTimeout ? 'Request timed out' : 'Network error', { cause });
    this.isTimeout = isTimeout;
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  let body: ErrorBody = {};
  try {
    const parsed: unknown = await response.clone().json();
    if (typeof parsed === 'object' && parsed !== null) body = parsed;
  } catch {
    // Not ours: a proxy's page, or nothing. The status says enough.
  }
  return new ApiError(response.status, body);
}
