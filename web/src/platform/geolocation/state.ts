/** The state of the location permission and the position. */
import type { PermissionStatus } from '../../storage/keys.ts';
import type { LocationPermission, Position } from '../bridge.ts';

type KnownPosition = Extract<Position, { isKnown: true }>;

/** Why there is no position; each reason has its own message. */
export type LocatorProblem =
  | 'deniedNow'
  | 'deniedBefore'
  | 'timedOutLater'
  | 'timedOutDismissed'
  | 'noServices'
  | 'unsupported'
  | 'failed'
  | 'unavailable'
  | 'timedOut'
  | 'notGranted'
  | 'noPosition';

export interface LocatorState {
  status: PermissionStatus;
  /** A denial is explicit when the user or the device reported it in this visit, not when it was only stored. */
  isDenialExplicit: boolean;
  /** Whether the user was ever prompted; the wrapper reports "never asked" as "denied". */
  wasAsked: boolean;
  problem: { name: LocatorProblem; status?: string } | null;
  position: KnownPosition | null;
  /** The request in flight; responses to earlier ones are dropped. */
  round: { id: number; isLocating: boolean; isOwnTap: boolean; before: LocationPermission } | null;
  rounds: number;
  locatedAt: number | null;
  checkedAt: number | null;
}

/** The state at start: an unfinished check counts as no answer, and a stored denial is not explicit. */
export function firstState(stored: PermissionStatus, wasAsked: boolean): LocatorState {
  return {
    status: stored === 'checking' ? 'prompt' : stored,
    isDenialExplicit: false,
    wasAsked,
    problem: null,
    position: null,
    round: null,
    rounds: 0,
    locatedAt: null,
    checkedAt: null,
  };
}
