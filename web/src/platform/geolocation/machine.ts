/** Location permission and position as a pure state machine: state, event and facts in, next state and effects out. */
import type { LocationPermission, Position } from '../bridge.ts';
import type { LocatorProblem, LocatorState } from './state.ts';

const nativePermissionMs = 12_000;
const browserPermissionMs = 18_000;
const overallMs = 20_000;
export const statusCheckMs = 5_000;
const betweenPositionsMs = 2_000;
const betweenChecksMs = 1_000;

interface Facts {
  now: number;
  isWrapped: boolean;
}

export type LocatorEvent =
  | { type: 'checkWanted' }
  | { type: 'locateWanted'; isOwnTap: boolean }
  | { type: 'checked'; id: number; answer: LocationPermission }
  | { type: 'located'; id: number; answer: Position }
  | { type: 'overallDue'; id: number };

export type LocatorEffect =
  | { type: 'check'; id: number; timeoutMs: number; wasAsked: boolean }
  | { type: 'ask'; id: number; timeoutMs: number; isOwnTap: boolean }
  | { type: 'after'; ms: number; event: LocatorEvent };

type Step = readonly [LocatorState, readonly LocatorEffect[]];

export function step(state: LocatorState, event: LocatorEvent, facts: Facts): Step {
  switch (event.type) {
    case 'checkWanted':
      return check(state, facts);
    case 'locateWanted':
      return locate(state, event.isOwnTap, facts);
    case 'checked':
      return event.id === state.round?.id ? checked(state, event.answer, facts) : [state, []];
    case 'located':
      return event.id === state.round?.id ? located(state, event.answer, facts) : [state, []];
    case 'overallDue':
      return event.id === state.round?.id ? givenUp(state) : [state, []];
  }
}

/** A check within a second of another reuses its result. */
function check(state: LocatorState, { now }: Facts): Step {
  if (state.round || isRecent(state.checkedAt, now, betweenChecksMs)) return [state, []];
  const status = state.status === 'initial' ? 'checking' : state.status;
  return begin({ ...state, status }, { isLocating: false, isOwnTap: false });
}

/** A request within two seconds of another reuses its result. */
function locate(state: LocatorState, isOwnTap: boolean, facts: Facts): Step {
  if (state.round?.isLocating || isRecent(state.locatedAt, facts.now, betweenPositionsMs)) {
    return [state, []];
  }
  const answer = knownAnswer(state);
  const [begun, effects] = begin(
    { ...state, status: 'checking', problem: null, locatedAt: facts.now },
    { isLocating: true, isOwnTap },
  );
  if (!answer || !isRecent(state.checkedAt, facts.now, betweenChecksMs)) return [begun, effects];
  const [next, more] = checked(begun, answer, facts);
  return [next, [...effects.filter(({ type }) => type !== 'check'), ...more]];
}

function begin(state: LocatorState, round: { isLocating: boolean; isOwnTap: boolean }): Step {
  const id = state.rounds + 1;
  return [
    { ...state, rounds: id, round: { id, ...round, before: 'prompt' } },
    [
      { type: 'check', id, timeoutMs: statusCheckMs, wasAsked: state.wasAsked },
      { type: 'after', ms: overallMs, event: { type: 'overallDue', id } },
    ],
  ];
}

function checked(state: LocatorState, answer: LocationPermission, facts: Facts): Step {
  const { round } = state;
  if (!round) return [state, []];
  const known = { ...state, checkedAt: facts.now };
  if (!round.isLocating) return [end(known, answer), []];
  if (answer === 'unsupported') {
    return [end(known, answer, { name: facts.isWrapped ? 'noServices' : 'unsupported' }), []];
  }
  if (answer === 'denied') return [end(known, answer, { name: 'deniedBefore' }), []];
  const timeoutMs = facts.isWrapped ? nativePermissionMs : browserPermissionMs;
  return [
    { ...known, wasAsked: true, round: { ...round, before: answer } },
    [{ type: 'ask', id: round.id, timeoutMs, isOwnTap: round.isOwnTap }],
  ];
}

function located(state: LocatorState, answer: Position, { isWrapped }: Facts): Step {
  if (answer.isKnown) return [{ ...end(state, 'granted'), position: answer }, []];
  const before = state.round?.before ?? 'prompt';
  const failed = (status: LocationPermission, name: LocatorProblem): Step => [
    end(state, status, answer.status === undefined ? { name } : { name, status: answer.status }),
    [],
  ];
  switch (answer.reason) {
    case 'denied':
      return failed('denied', 'deniedNow');
    case 'dismissed':
      return failed('prompt', 'notGranted');
    case 'noAnswer':
      return failed('prompt', isWrapped ? 'timedOutLater' : 'timedOutDismissed');
    case 'timeout':
      return failed(before, 'timedOut');
    case 'unavailable':
      return failed(before, 'unavailable');
    case 'unsupported':
      return failed('unsupported', isWrapped ? 'noServices' : 'unsupported');
    case 'failed':
      return failed(before, answer.status === undefined ? 'noPosition' : 'failed');
  }
}

/** The overall time-out, whatever was in flight. */
function givenUp(state: LocatorState): Step {
  const problem = state.round?.isLocating ? ({ name: 'timedOutLater' } as const) : null;
  return [end(state, 'prompt', problem), []];
}

function end(
  state: LocatorState,
  status: LocationPermission,
  problem: LocatorState['problem'] = null,
): LocatorState {
  return { ...state, status, isDenialExplicit: status === 'denied', problem, round: null };
}

/** The result of the last check. */
function knownAnswer({ status }: LocatorState): LocationPermission | null {
  return status === 'initial' || status === 'checking' ? null : status;
}

function isRecent(at: number | null, now: number, gapMs: number): boolean {
  return at !== null && now - at < gapMs;
}
