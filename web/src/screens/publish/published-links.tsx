import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { Check, Copy, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { isNoticed } from '../../api/client.ts';
import { Button, ButtonAnchor } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useCopy } from '../../hooks/use-copy.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ArHint } from './ar-hint.tsx';
import { embedCode } from '@diorama/shared/domain/embed-code.ts';
import { InviteButton } from './invite-button.tsx';
import classes from './publish.module.css';
import { TakeDown } from './take-down.tsx';

/** The last step: the link, the embed code, the files, and how it gets into a room. */
export function PublishedLinks({
  scene,
  output,
  onChange,
  onPublish,
  onTakeDown,
  onInvite,
  onClose,
}: {
  scene: Composition;
  output: SceneOutput | null;
  /** Asks again who may see it. */
  onChange: () => void;
  /** Publishes what has changed since, for the same people. */
  onPublish: () => Promise<void>;
  /** Switches the public page off. */
  onTakeDown: () => Promise<void>;
  /** For those who may share the scene. */
  onInvite: (() => void) | null;
  onClose: () => void;
}) {
  const t = useT();
  const errorText = useErrorText();
  const isStale = !scene.inSyncWithScene;
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, submit } = useSubmit(onPublish, (error) =>
    setProblem(isNoticed(error) ? null : errorText(error)),
  );
  return (
    <Modal
      title={t('publish.live.title', { name: scene.name })}
      onClose={onClose}
      footer={
        <>
          <TakeDown name={scene.name} onTakeDown={onTakeDown} />
          <ButtonAnchor
            variant={isStale ? 'secondary' : 'primary'}
            href={scene.url}
            target="_blank"
            rel="noreferrer"
            icon={<ExternalLink size={16} aria-hidden="true" />}
          >
            {t('publish.openLink')}
          </ButtonAnchor>
          {isStale && (
            <Button variant="primary" isLoading={isBusy} onClick={submit}>
              {t('publish.submit.changes')}
            </Button>
          )}
        </>
      }
    >
      {isStale && <Alert kind="warning">{t('publish.live.stale')}</Alert>}
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      {output?.thumbnail && <img className={classes.poster} src={output.thumbnail} alt="" />}
      <p className={classes.who}>
        {t('publish.change', { privacy: t(`publish.privacy.${scene.privacy}`) })}
        <Button size="small" onClick={onChange}>
          {t('publish.change.action')}
        </Button>
      </p>
      <CopyRow label={t('publish.link')} text={scene.url} />
      <CopyRow label={t('publish.embed')} text={embedCode(scene.embedUrl, scene.name)} />
      {output && <Downloads output={output} />}
      <ArHint scene={scene} />
      <InviteButton onInvite={onInvite} />
    </Modal>
  );
}

/** A text that can be selected by hand and copied by a button. */
export function CopyRow({ label, text }: { label: string; text: string }) {
  const t = useT();
  const { isCopied, copy } = useCopy();
  return (
    <div className={classes.copyRow}>
      <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <Button
        aria-label={`${isCopied ? t('common.copied') : t('common.copy')}: ${label}`}
        icon={isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        onClick={() => copy(text)}
      >
        {isCopied ? t('common.copied') : t('common.copy')}
      </Button>
    </div>
  );
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
