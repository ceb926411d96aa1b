import type { Privacy } from '@diorama/shared/contract/compositions.ts';
import { Globe, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { isNoticed } from '../../api/client.ts';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { OpeningViewNote } from './opening-view-note.tsx';
import classes from './publish.module.css';
import { isShared } from './publish-state.ts';
import { type Share, ShareModal } from './share-modal.tsx';

const CHOICES = [
  { privacy: 'public', Icon: Globe },
  { privacy: 'password', Icon: KeyRound },
] as const satisfies readonly { privacy: Privacy; Icon: unknown }[];

/**
 * First step: visibility of the scene. Only admins choose it. Editors publish with the same visibility again, and ask
 * an admin the first time.
 */
export function ChoosePrivacy({
  share,
  onPublish,
  onCancel,
}: {
  share: Share;
  onPublish: (privacy: Privacy, password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { scene } = share;
  const say = useT();
  const { t } = useTranslations('sharing');
  const path = usePath();
  const formId = useId();
  const errorText = useErrorText();
  const hasPassword = scene.privacy === 'password';
  const isManager = scene.permission === 'admin';
  const choices = CHOICES.filter(({ privacy: value }) => isManager || value === scene.privacy);
  const [privacy, setPrivacy] = useState<Privacy>(isShared(scene) || !isManager ? scene.privacy : 'public');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ field: boolean; text: string } | null>(null);
  const { isBusy, submit } = useSubmit(
    () => onPublish(privacy, isManager ? password : ''),
    (error) => setProblem(isNoticed(error) ? null : { field: false, text: errorText(error) }),
  );
  const handleSubmit = () => {
    const isMissing = isManager && privacy === 'password' && password === '' && !hasPassword;
    setProblem(isMissing ? { field: true, text: say('field.required') } : null);
    if (!isMissing) {
      submit();
    }
  };
  const wasPublished = scene.publishedRevision !== null;
  if (choices.length === 0) {
    return (
      <ShareModal
        share={share}
        title={t('publish.title', { name: scene.name })}
        footer={<Button onClick={onCancel}>{say('common.close')}</Button>}
      >
        <p>{t('publish.ask')}</p>
      </ShareModal>
    );
  }
  return (
    <ShareModal
      share={share}
      title={t('publish.title', { name: scene.name })}
      text={t('publish.intro')}
      footer={
        <>
          <ButtonLink to={path(`preview/${scene.uuid}`)} target="_blank" variant="ghost">
            {t('publish.preview')}
          </ButtonLink>
          <Button onClick={onCancel}>{say('common.cancel')}</Button>
          <NetworkButton type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {t(wasPublished ? 'publish.submit.again' : 'publish.submit')}
          </NetworkButton>
        </>
      }
    >
      <OpeningViewNote share={share} />
      <Form id={formId} onSubmit={handleSubmit}>
        <fieldset className="flex flex-col gap-2 p-0 border-0">
          <legend className="px-0 pt-0 pb-2 text-(--text-2) text-13 font-medium">{t('publish.who')}</legend>
          {choices.map(({ privacy: value, Icon }) => (
            <div key={value} className={classes.choice}>
              <label className={classes.choiceHead}>
                <input
                  type="radio"
                  name="privacy"
                  value={value}
                  checked={privacy === value}
                  onChange={() => setPrivacy(value)}
                />
                <Icon size={16} aria-hidden="true" />
                <span>
                  <span className="block font-medium">{t(`publish.privacy.${value}`)}</span>
                  <span className="block text-(--text-2) text-13">{t(`publish.privacy.${value}.text`)}</span>
                </span>
              </label>
              {isManager && value === 'password' && privacy === value && (
                <PasswordField
                  label={t('publish.password')}
                  hint={hasPassword ? t('publish.password.keep') : undefined}
                  autoComplete="new-password"
                  maxLength={200}
                  value={password}
                  error={problem?.field ? problem.text : undefined}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </div>
          ))}
        </fieldset>
      </Form>
      {problem && !problem.field && <Alert kind="error">{problem.text}</Alert>}
    </ShareModal>
  );
}
