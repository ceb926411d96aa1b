import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { isNoticed } from '../../api/client.ts';
import { serverNow } from '../../api/server-time.ts';
import { Button, ButtonAnchor } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { CopyRow } from './copy-row.tsx';
import { isOver } from './expiry.ts';
import { LicenseFields } from './license-fields.tsx';
import { LinkOptions } from './link-options.tsx';
import { OpeningViewNote } from './opening-view-note.tsx';
import classes from './publish.module.css';
import { OutputSteps } from './publish-progress.tsx';
import { type Republication, republicationOf } from './publish-state.ts';
import { type Share, ShareModal } from './share-modal.tsx';
import { UnpublishButton } from './unpublish-button.tsx';

/** Last step: the link, visitors' permissions, and files, with the progress of a newer publication. */
export function PublishedLinks({
  share,
  onChange,
  onRetry,
  onTakeDown,
}: {
  share: Share;
  /** Opens the choice of visibility. */
  onChange: () => void;
  /** Retries the failed output of a publication. */
  onRetry: () => Promise<void>;
  /** Unpublishes the scene. */
  onTakeDown: () => Promise<void>;
}) {
  const { scene, publishChanges } = share;
  const isManager = scene.permission === 'admin';
  const t = useT();
  const { t: words } = useSharingTranslations();
  const errorText = useErrorText();
  const state = republicationOf(scene, share.output);
  const isToPublish = state === 'due' || state === 'failed';
  const output = share.output?.status === 'completed' ? share.output : null;
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, submit } = useSubmit(state === 'failed' ? onRetry : publishChanges, (error) =>
    setProblem(isNoticed(error) ? null : errorText(error)),
  );
  return (
    <ShareModal
      share={share}
      size="large"
      title={t('publish.live.title', { name: scene.name })}
      footer={
        <>
          <UnpublishButton name={scene.name} onTakeDown={onTakeDown} />
          <ButtonAnchor
            variant={isToPublish ? 'secondary' : 'primary'}
            href={scene.url}
            target="_blank"
            rel="noreferrer"
            icon={<ExternalLink size={16} aria-hidden="true" />}
          >
            {t('publish.openLink')}
          </ButtonAnchor>
          {isToPublish && (
            <NetworkButton variant="primary" isLoading={isBusy} onClick={submit}>
              {t(state === 'failed' ? 'common.retry' : 'publish.submit.changes')}
            </NetworkButton>
          )}
        </>
      }
    >
      {isOver(scene.sharing.expiresAt, serverNow()) && (
        <Alert kind="warning">{words('options.expired')}</Alert>
      )}
      <Republished state={state} output={share.output} />
      <OpeningViewNote share={share} />
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      <div className={classes.live}>
        <div className={classes.column}>
          {output?.thumbnail && <img className={classes.poster} src={output.thumbnail} alt="" />}
          <p className={classes.who}>
            {t('publish.change', { privacy: t(`publish.privacy.${scene.privacy}`) })}
            {isManager && (
              <Button size="small" onClick={onChange}>
                {t('publish.change.action')}
              </Button>
            )}
          </p>
          <CopyRow label={t('publish.link')} text={scene.url} />
          {output && <Downloads output={output} />}
        </div>
        {isManager && (
          <div className={classes.options}>
            <LinkOptions share={share} />
            <LicenseFields share={share} />
          </div>
        )}
      </div>
    </ShareModal>
  );
}

/** State of the changes since the live version. */
function Republished({ state, output }: { state: Republication; output: SceneOutput | null }) {
  const t = useT();
  if (state === 'running' && output !== null) {
    return (
      <section className={classes.options}>
        <p className={classes.hint}>{t('publish.again.running')}</p>
        <OutputSteps output={output} />
      </section>
    );
  }
  if (state === 'failed') {
    const reason = output?.error?.message ?? t('problem.unexpected');
    return <Alert kind="error">{t('publish.again.failed', { reason })}</Alert>;
  }
  return state === 'due' ? <Alert kind="warning">{t('publish.live.stale')}</Alert> : null;
}

function Downloads({ output }: { output: SceneOutput }) {
  const t = useT();
  const language = useLanguage();
  const files = [
    { url: output.glb, bytes: output.bytes.glb, label: t('publish.download.glb') },
    { url: output.usdz, bytes: output.bytes.usdz, label: t('publish.download.usdz') },
  ];
  return (
    <div>
      <h3 className={classes.heading}>{t('publish.downloads')}</h3>
      <div className={classes.links}>
        {files.map(
          ({ url, bytes, label }) =>
            url && (
              <ButtonAnchor key={label} href={url} download icon={<Download size={16} aria-hidden="true" />}>
                {label}
                {bytes !== null && ` · ${formatBytes(language, bytes)}`}
              </ButtonAnchor>
            ),
        )}
      </div>
    </div>
  );
}
