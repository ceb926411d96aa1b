import { useState } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { fetchCode } from '../../fetch-code.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { CancelPublicationButton } from './cancel-publication-button.tsx';
import { ChoosePrivacy } from './choose-privacy.tsx';
import { PublishProgress } from './publish-progress.tsx';
import { viewOf } from './publish-state.ts';
import { PublishedLinks } from './published-links.tsx';
import { type OpeningViewCheck, type Share, ShareModal, type ShareTab } from './share-modal.tsx';
import { type Publishing, usePublish } from './use-publish.ts';

/**
 * Dialog for sharing a scene: members, visibility, embed, QR code and AR. Publishing shows the three steps of an
 * output, then the links. The dialog can be closed at any time; the work continues, and the dialog shows it when it
 * is opened again.
 * @param sceneId - the scene's uuid
 * @param opensAt - the initial tab
 * @param openingView - access to the opening view, where the scene is open in the editor
 */
export function PublishDialog({
  sceneId,
  opensAt = 'link',
  openingView = null,
  onClose,
}: {
  sceneId: string;
  opensAt?: ShareTab;
  openingView?: OpeningViewCheck | null;
  onClose: () => void;
}) {
  const t = useT();
  const publishing = usePublish(sceneId);
  const [tab, setTab] = useState(opensAt);
  const { scene, output, error } = publishing;

  if (scene === undefined || output === undefined) {
    return (
      <Modal title={t('scene.share')} onClose={onClose}>
        {error === undefined ? (
          <Skeleton height="12rem" />
        ) : (
          <ErrorState error={error} onRetry={publishing.reload} />
        )}
      </Modal>
    );
  }
  const { changeSharing } = publishing;
  const publishChanges = () => publishing.publish(scene.privacy, '');
  return (
    <LazyBoundary>
      <ShareViews
        publishing={publishing}
        share={{ scene, output, changeSharing, publishChanges, openingView, tab, onTab: setTab, onClose }}
      />
    </LazyBoundary>
  );
}

/** Content of the link tab, by state of the publication. */
function ShareViews({ publishing, share }: { publishing: Publishing; share: Share }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { client } = useApi();
  const { scene, output, onClose } = share;
  const isLive = viewOf(scene, output) === 'live';
  const view = isChoosing && isLive ? 'choose' : viewOf(scene, output);
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
  const { isBusy, submit } = useSubmit(publishing.retry, (error) => {
    showError(error);
  });
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
