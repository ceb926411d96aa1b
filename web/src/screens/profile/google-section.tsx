import type { User } from '@diorama/shared/contract/auth.ts';
import { Button } from '../../components/button/button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { GoogleButton } from '../google-button/google-button.tsx';
import { Section, SectionActions } from '../section/section.tsx';
import classes from './profile.module.css';
import { useUpdateUser } from './use-update-user.ts';

/** Connects Google and takes it away again, unless it is the only way in. */
export function GoogleSection({ user }: { user: User }) {
  const t = useT();
  const { t: words } = useAccountWords();
  const toast = useToast();
  const errorText = useErrorText();
  const update = useUpdateUser(user);
  const handleError = (error: unknown) => toast({ kind: 'error', text: errorText(error) });
  const disconnect = useSubmit(async () => {
    await update({ google: null });
    toast({ kind: 'success', text: words('profile.google.disconnected') });
  }, handleError);
  const connect = async (idToken: string | null) => {
    if (idToken === null) {
      toast({ kind: 'error', text: t('error.auth.google.rejected') });
      return;
    }
    await update({ google: { idToken } });
    toast({ kind: 'success', text: words('profile.google.done') });
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
            <Button isLoading={disconnect.isBusy} disabled={!user.hasPassword} onClick={disconnect.submit}>
              {words('profile.google.disconnect')}
            </Button>
          </SectionActions>
        </>
      ) : (
        <GoogleButton
          text="continue_with"
          onCredential={(idToken) => {
            connect(idToken).catch(handleError);
          }}
        />
      )}
    </Section>
  );
}
