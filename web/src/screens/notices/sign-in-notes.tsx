import { useEffect, useState } from 'react';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { takePasswordDropped } from '../../session/sign-in-note.ts';

/** Shows after a sign-in with Google that it has removed the password. */
export function SignInNotes() {
  const isSignedIn = useUser() !== null;
  const [isDropped, setIsDropped] = useState(false);
  useEffect(() => {
    if (isSignedIn && takePasswordDropped(sessionStorage)) {
      setIsDropped(true);
    }
  }, [isSignedIn]);
  return (
    isDropped && (
      <LazyBoundary>
        <Message onShown={() => setIsDropped(false)} />
      </LazyBoundary>
    )
  );
}

function Message({ onShown }: { onShown: () => void }) {
  const { t } = useTranslations('account');
  const toast = useToast();
  const text = t('google.dropped');
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once
  useEffect(() => {
    toast({ kind: 'warning', text });
    onShown();
  }, []);
  return null;
}
