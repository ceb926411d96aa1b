import type { User } from '@diorama/shared/contract/auth.ts';
import { useState } from 'react';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { GoogleButton } from '../google-button/google-button.tsx';
import { Section, SectionActions } from '../section/section.tsx';
import classes from './profile.module.css';
import { type Proof, ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { useUpdateUser } from './use-update-user.ts';

/** Connects Google, with authentication, and disconnects it, unless it is the only sign-in method. */
export function GoogleSection({ user }: { user: User }) {
  const t = useT();
  const { t: words } = useAccountTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  const update = useUpdateUser(user);
  const disconnect = useSubmit(async () => {
    await update({ google: null });
    toast({ kind: 'success', text: words('profile.google.disconnected') });
  }, showError);
  /** Google's ID token, until the user has authenticated. */
  const [idToken, setIdToken] = useState<string | null>(null);
  const handleProve = async (proof: Proof) => {
    if (idToken === null) {
      return;
    }
    await update({ google: { idToken }, proof });
    setIdToken(null);
    toast({ kind: 'success', text: words('profile.google.done') });
  };
  const handleCredential = (given: string | null) => {
    setIdToken(given);
    if (given === null) {
      toast({ kind: 'error', text: t('error.auth.google.rejected') });
    }
  };
  return (
    <Section
      title={words('profile.google')}
      text={user.hasGoogle ? words('profile.google.connected') : words('profile.google.connect')}
    >
      {user.hasGoogle ? (
        <>
          {!user.hasPassword && <p className={classes.plain}>{words('profile.google.only')}</p>}
          <SectionActions>
            <NetworkButton
              isLoading={disconnect.isBusy}
              disabled={!user.hasPassword}
              onClick={disconnect.submit}
            >
              {words('profile.google.disconnect')}
            </NetworkButton>
          </SectionActions>
        </>
      ) : (
        <GoogleButton text="continue_with" onCredential={handleCredential} />
      )}
      {idToken !== null && (
        <ReauthenticateDialog
          user={user}
          title={words('profile.google.proof')}
          text={words('profile.google.proof.text')}
          submit={words('profile.google.proof.submit')}
          onProve={handleProve}
          onClose={() => setIdToken(null)}
        />
      )}
    </Section>
  );
}
