import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import { LICENSES, type License } from '@diorama/shared/domain/licenses.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { isNoticed } from '../../api/client.ts';
import { serverNow } from '../../api/server-time.ts';
import { Button, ButtonAnchor } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Switch } from '../../components/field/checkbox.tsx';
import fieldClasses from '../../components/field/field.module.css';
import { TextField } from '../../components/field/text-field.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText, useErrorToast } from '../../hooks/use-errors.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { CopyRow } from './copy-row.tsx';
import { dayOf, endOfDay, isExpiry, isOver } from './expiry.ts';
import { OpeningViewNote } from './opening-view-note.tsx';
import classes from './publish.module.css';
import { OutputSteps } from './publish-progress.tsx';
import { type Republication, republicationOf } from './publish-state.ts';
import { type Share, ShareModal } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

// `Object.keys` returns strings; the type follows the table.
const NAMES = Object.keys(LICENSES) as License[];

const MAX_CREATOR = 200;

const OPTIONS = ['allowComment', 'allowClone', 'live'] as const satisfies readonly (keyof Sharing)[];

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
  const say = useT();
  const { t } = useTranslations('sharing');
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
              {state === 'failed' ? say('common.retry') : t('publish.submit.changes')}
            </NetworkButton>
          )}
        </>
      }
    >
      {isOver(scene.sharing.expiresAt, serverNow()) && <Alert kind="warning">{t('options.expired')}</Alert>}
      <Republished state={state} output={share.output} />
      <OpeningViewNote share={share} />
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      <div className={classes.live}>
        <div className={primitives.stack4Shrink}>
          {output?.thumbnail && (
            <img
              className="w-full border border-(--hairline) rounded-card aspect-16/9 bg-(--surface-2) object-cover"
              src={output.thumbnail}
              alt=""
            />
          )}
          <p className="flex flex-wrap items-center justify-between gap-2">
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
          <div className={primitives.stack3}>
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
  const say = useT();
  const { t } = useTranslations('sharing');
  if (state === 'running' && output !== null) {
    return (
      <section className={primitives.stack3}>
        <p className={classes.hint}>{t('publish.again.running')}</p>
        <OutputSteps output={output} />
      </section>
    );
  }
  if (state === 'failed') {
    const reason = output?.error?.message ?? say('problem.unexpected');
    return <Alert kind="error">{t('publish.again.failed', { reason })}</Alert>;
  }
  return state === 'due' ? <Alert kind="warning">{t('publish.live.stale')}</Alert> : null;
}

function Downloads({ output }: { output: SceneOutput }) {
  const { t } = useTranslations('sharing');
  const language = useLanguage();
  const files = [
    { url: output.glb, bytes: output.bytes.glb, label: t('publish.download.glb') },
    { url: output.usdz, bytes: output.bytes.usdz, label: t('publish.download.usdz') },
    { url: output.webPage, bytes: null, label: t('publish.download.webPage') },
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

/** Visitors' permissions and expiry of the link; each change takes effect at once. */
function LinkOptions({ share }: { share: Share }) {
  const { scene, changeSharing } = share;
  const { t } = useTranslations('sharing');
  const { isBusy, change } = useSharingChange(changeSharing);
  const { sharing } = scene;
  return (
    <section className={primitives.stack3}>
      <h3 className={classes.heading}>{t('options.title')}</h3>
      {OPTIONS.map((option) => (
        <div key={option}>
          <Switch
            label={t(`options.${option}`)}
            checked={sharing[option]}
            disabled={isBusy}
            onChange={(event) => change({ [option]: event.target.checked })}
          />
          <p className={classes.hint}>{t(`options.${option}.text`)}</p>
        </div>
      ))}
      <ExpiryField share={share} />
    </section>
  );
}

/** Unpublishes a scene after a confirmation. */
function UnpublishButton({ name, onTakeDown }: { name: string; onTakeDown: () => Promise<void> }) {
  const { t } = useTranslations('sharing');
  const toast = useToast();
  const showError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, submit } = useSubmit(async () => {
    await onTakeDown();
    toast({ kind: 'success', text: t('publish.takenDown', { name }) });
  }, showError);
  return (
    <>
      <NetworkButton variant="ghost" className="mr-auto" isLoading={isBusy} onClick={() => setIsAsking(true)}>
        {t('publish.takeDown')}
      </NetworkButton>
      {isAsking && (
        <Confirm
          isDangerous
          title={t('publish.takeDown.title', { name })}
          text={t('publish.takeDown.text')}
          confirmLabel={t('publish.takeDown')}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/**
 * Last day of a public link. A partly typed date may be far in the past or empty. It is saved when
 * the input ends, and only if the link does not expire by it.
 */
function ExpiryField({ share: { scene, changeSharing } }: { share: Share }) {
  const { t } = useTranslations('sharing');
  const { isBusy, change } = useSharingChange(changeSharing);
  const saved = dayOf(scene.sharing.expiresAt);
  const today = dayOf(new Date(serverNow()).toISOString());
  const [known, setKnown] = useState(saved);
  const [text, setText] = useState(saved);
  const [isDone, setIsDone] = useState(true);
  if (known !== saved) {
    // The value was saved, here or by another user.
    setKnown(saved);
    setText(saved);
  }
  const isWrong = text !== saved && !isExpiry(text, today);
  const handleDone = (field: HTMLInputElement) => {
    setIsDone(true);
    // A date with a missing part counts as bad input; its value is empty as well.
    if (!isBusy && text !== saved && !isWrong && !field.validity.badInput) {
      change({ expiresAt: endOfDay(text) });
    }
  };
  return (
    <TextField
      type="date"
      label={t('options.expires')}
      hint={t('options.expires.hint')}
      error={isDone && isWrong ? t('options.expires.past') : undefined}
      min={today}
      max="9999-12-31"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setIsDone(false);
      }}
      onBlur={(event) => handleDone(event.target)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          handleDone(event.currentTarget);
        }
      }}
    />
  );
}

/** Creator and licence that the public page and the files name. The creator is saved when the input ends. */
function LicenseFields({ share: { scene, changeSharing } }: { share: Share }) {
  const { t } = useTranslations('sharing');
  const { isBusy, change } = useSharingChange(changeSharing);
  const { license, creator }: Sharing = scene.sharing;
  const [known, setKnown] = useState(creator);
  const [text, setText] = useState(creator);
  if (known !== creator) {
    // The value was saved, here or by another user.
    setKnown(creator);
    setText(creator);
  }
  const handleDone = () => {
    if (!isBusy && text.trim() !== creator) {
      change({ creator: text.trim() });
    }
  };
  return (
    <section className={primitives.stack3}>
      <h3 className={classes.heading}>{t('license.title')}</h3>
      <div className={classes.field}>
        <span className={fieldClasses.label}>{t('license.label')}</span>
        <Select
          label={t('license.label')}
          value={license}
          isDisabled={isBusy}
          options={NAMES.map((value) => ({ value, label: LICENSES[value]?.name ?? t('license.reserved') }))}
          onChange={(value) => change({ license: value })}
        />
      </div>
      <TextField
        label={t('license.creator')}
        hint={t('license.creator.hint')}
        maxLength={MAX_CREATOR}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={handleDone}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            handleDone();
          }
        }}
      />
      <p className={classes.hint}>{t('license.text')}</p>
    </section>
  );
}
