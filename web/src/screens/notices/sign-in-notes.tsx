import { useEffect, useState } from 'react';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { type SignInNote, takeSignInNote } from '../../session/sign-in-note.ts';

const MESSAGES = {
  'password-dropped': { kind: 'warning', key: 'google.dropped' },
} as const satisfies Record<SignInNote, { kind: string; key: string }>;

/** Shows the notices that a sign-in has left. */
export function SignInNotes() {
  const isSignedIn = useUser() !== null;
  const [note, setNote] = useState<SignInNote | null>(null);
  useEffect(() => {
    if (isSignedIn) {
      setNote((waiting) => waiting ?? takeSignInNote(sessionStorage));
    }
  }, [isSignedIn]);
  return (
    note !== null && (
      <LazyBoundary>
        <Message note={note} onShown={() => setNote(null)} />
      </LazyBoundary>
    )
  );
}

function Message({ note, onShown }: { note: SignInNote; onShown: () => void }) {
  const { t } = useTranslations('account');
  const toast = useToast();
  const { kind, key } = MESSAGES[note];
  const text = t(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once for each note
  useEffect(() => {
    toast({ kind, text });
    onShown();
  }, [note]);
  return null;
}
