import type { Privacy } from '@diorama/shared/contract/compositions.ts';
import { Globe, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { type ApiClient, isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { fetchCode } from '../../fetch-code.ts';
import { useErrorText, useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { CancelPublicationButton } from './cancel-publication-button.tsx';
import { OpeningViewNote } from './opening-view-note.tsx';
import classes from './publish.module.css';
import { PublishProgress } from './publish-progress.tsx';
import { isShared, publishViewOf } from './publish-state.ts';
import { PublishedLinks } from './published-links.tsx';
import { type OpeningViewCheck, type Share, ShareModal, type ShareTab } from './share-modal.tsx';
import { type Publishing, usePublish } from './use-publish.ts';

const CHOICES = [
  { privacy: 'public', Icon: Globe },
  { privacy: 'password', Icon: KeyRound },
] as const satisfies readonly { privacy: Privacy; Icon: unknown }[];

/**
 * Dialog for sharing a scene: members, visibility, embed, QR code and AR. Publishing shows the three steps of an
 * output, then the links. The dialog can be closed at any time; the work continues, and the dialog shows it when it
 * is opened again.
 * @param sceneId - the scene's uuid
 * @param opensAt - the initial tab
 * @param openingView - access to the opening view, where the scene is open in the editor
 * @param missing - names of models whose files have not arrived, where the scene is open in the editor
 */
export function PublishDialog({
  sceneId,
  opensAt = 'link',
  openingView = null,
  missing = null,
  onClose,
}: {
  sceneId: string;
  opensAt?: ShareTab;
  openingView?: OpeningViewCheck | null;
  missing?: readonly string[] | null;
  onClose: () => void;
}) {
  const t = useT();
  const publishing = usePublish(sceneId);
  const [tab, setTab] = useState(opensAt);
  const { scene, output } = publishing;

  if (scene === undefined || output === undefined) {
    return (
      <Modal title={t('scene.share')} onClose={onClose}>
        <Pending of={publishing} placeholder={<Skeleton height="12rem" />} />
      </Modal>
    );
  }
  const { changeSharing } = publishing;
  const publishChanges = () => publishing.publish(scene.privacy, '');
  return (
    <LazyBoundary>
      <ShareViews
        publishing={publishing}
        share={{
          scene,
          output,
          changeSharing,
          publishChanges,
          openingView,
          missing,
          tab,
          onTab: setTab,
          onClose,
        }}
      />
    </LazyBoundary>
  );
}

/** Content of the link tab, by state of the publication. */
function ShareViews({ publishing, share }: { publishing: Publishing; share: Share }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { client } = useApi();
  const { scene, output, onClose } = share;
  const isLive = publishViewOf(scene, output) === 'live';
  const view = isChoosing && isLive ? 'choose' : publishViewOf(scene, output);
  if (view === 'running' && output !== null) {
    return <PublishProgress share={share} output={output} onStop={publishing.withdraw} />;
  }
  if (view === 'live') {
    return (
      <PublishedLinks
        share={share}
        onChange={() => setIsChoosing(true)}
        onRetry={publishing.retry}
        onTakeDown={async () => {
          // Only admins change the visibility; for editors it stays unchanged.
          await (scene.permission === 'admin' ? publishing.publish('private', '') : publishing.withdraw());
          onClose();
        }}
      />
    );
  }
  if (view === 'failed') {
    return <PublishFailed publishing={publishing} share={share} />;
  }
  return (
    <ChoosePrivacy
      share={share}
      onCancel={isChoosing ? () => setIsChoosing(false) : onClose}
      onPublish={async (privacy, password) => {
        if (scene.publishedRevision === null) {
          await (share.openingView?.prepare() ?? prepareUnopened(client, scene.uuid));
        }
        await publishing.publish(privacy, password);
        setIsChoosing(false);
      }}
    />
  );
}

/** Fits the opening view of a scene that is not open, if it is the default. Publishing does not depend on it. */
async function prepareUnopened(client: ApiClient, sceneId: string): Promise<void> {
  try {
    const { fitStoredView } = await fetchCode(() => import('./fit-stored-view.ts'));
    await fitStoredView(client, sceneId);
  } catch {
    // The scene is published with its default view, as before.
  }
}

function PublishFailed({ publishing, share }: { publishing: Publishing; share: Share }) {
  const say = useT();
  const { t } = useTranslations('sharing');
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(publishing.retry, showError);
  const reason = publishing.output?.error?.message ?? say('problem.unexpected');
  return (
    <ShareModal
      share={share}
      title={t('publish.failed.title')}
      footer={
        <>
          <CancelPublicationButton onWithdraw={publishing.withdraw} />
          <Button onClick={share.onClose}>{say('common.notNow')}</Button>
          <NetworkButton variant="primary" isLoading={isBusy} onClick={submit}>
            {say('common.retry')}
          </NetworkButton>
        </>
      }
    >
      <Alert kind="error">{t('publish.failed.text', { reason })}</Alert>
    </ShareModal>
  );
}

/**
 * First step: visibility of the scene. Only admins choose it. Editors publish with the same visibility again, and ask
 * an admin the first time.
 */
function ChoosePrivacy({
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
