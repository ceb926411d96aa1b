import { useState } from 'react';
import type { Industry } from '../industries.ts';

/** Kinds of account, as numbered by the API. */
export type AccountKind = 0 | 1 | 2;

/** Current step and answers of the user. */
type OnboardingState = {
  step: 1 | 2 | 3;
  kind: AccountKind | null;
  industry: Industry | null;
  /** `null` until it is edited. */
  name: string | null;
};

const START: OnboardingState = { step: 1, kind: null, industry: null, name: null };
const STEPS = [1, 2, 3] as const;

/** Stores the answers per user, so that they survive a reload. */
export function useOnboarding(userUuid: string) {
  const key = `diorama.onboarding.${userUuid}`;
  const [state, setState] = useState<OnboardingState>(() => read(key));
  return {
    state,
    change: (change: Partial<OnboardingState>) => {
      const next = { ...state, ...change };
      localStorage.setItem(key, JSON.stringify(next));
      setState(next);
    },
    forget: () => localStorage.removeItem(key),
  };
}

function read(key: string): OnboardingState {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<OnboardingState> | null;
    return value !== null && STEPS.some((step) => step === value.step) ? { ...START, ...value } : START;
  } catch {
    return START;
  }
}
