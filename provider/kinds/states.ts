import type { Health } from '../engine/kind';

/** A state that somebody has to act on. */
export function failed(state: string, detail: string | undefined): Health {
  const message = `STACKIT reports ${state}${detail ? `: ${detail}` : ''}`;
  return { phase: 'failed', ready: { status: 'False', reason: 'Error', message } };
}

/** A state on the way to another. */
export function moving(state: string, reason: 'Creating' | 'Transitioning' | 'Uploading', detail?: string): Health {
  const message = `STACKIT reports ${state}${detail ? `: ${detail}` : ''}`;
  return { phase: 'moving', ready: { status: 'False', reason, message } };
}

/** On its way out. */
export function leaving(state: string): Health {
  return { phase: 'deleting', ready: { status: 'False', reason: 'Deleting', message: `STACKIT reports ${state}` } };
}

/** A state that this version does not know: it says nothing, and sends nothing. */
export function unheardOf(state: string | undefined): Health {
  const message = `STACKIT reports the state ${JSON.stringify(state ?? '')}, which this version does not know`;
  return { phase: 'unknown', ready: { status: 'Unknown', reason: 'Unknown', message } };
}
