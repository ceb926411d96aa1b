import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { QR_FORMATS, QR_LEVELS, type QrFormat, type QrLevel } from '@diorama/shared/contract/qrs.ts';
import { EMBED_PRESETS, type EmbedPreset, embedCode } from '@diorama/shared/domain/embed-code.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { iriOf } from '../../api/url.ts';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import fieldClasses from '../../components/field/field.module.css';
import { TextArea } from '../../components/field/text-area.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import type { ModalProps } from '../../components/modal/modal-content.tsx';
import { Select } from '../../components/select/select.tsx';
import { type Tab, Tabs } from '../../components/tabs/tabs.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { InviteSubmit } from '../invite/invite-dialog.tsx';
import { InviteFields } from '../invite/invite-fields.tsx';
import { useInvite } from '../invite/use-invite.ts';
import { WhoHasAccess } from '../invite/who-has-access.tsx';
import { ArTab } from './ar-tab.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { CopyRow } from './copy-row.tsx';
import { MissingNote, StoredMissingNote } from './missing-note.tsx';
import { PhoneHint, phoneUrlOf } from './phone-hint.tsx';
import classes from './publish.module.css';
import { isShared } from './publish-state.ts';
import type { Publishing } from './use-publish.ts';
import { useSharingChange } from './use-sharing-change.ts';

/** A source expression of a content security policy: a scheme, a host that may start with a wildcard, and a port. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** Limit of sites per scene. */
const MAX_ORIGINS = 50;

// TypeScript does not keep the key types.
const PRESETS = Object.keys(EMBED_PRESETS) as EmbedPreset[];

/** Tabs of the share dialog. */
export type ShareTab = 'link' | 'people' | 'embed' | 'qr' | 'ar';

/** Opening view of an open scene; null in the dashboard, where the stored one is fitted. */
export type OpeningViewCheck = {
  /** Fits the default view to the content before the first publication; settles once the edit is saved. */
  prepare: () => Promise<void>;
  /** Whether content is outside the view; false for a view that the first publication fits. */
  isOutgrown: (wasPublished: boolean) => boolean;
  fit: () => void;
};

/** Common props of the dialog's views. */
export type Share = {
  scene: NonNullable<Publishing['scene']>;
  output: NonNullable<Publishing['output']> | null;
  changeSharing: Publishing['changeSharing'];
  /** Publishes the changes with the same visibility. */
  publishChanges: () => Promise<void>;
  openingView: OpeningViewCheck | null;
  /** Names of models whose files have not arrived; null in the dashboard, where the stored scene is read. */
  missing: readonly string[] | null;
  tab: ShareTab;
  onTab: (tab: ShareTab) => void;
  onClose: () => void;
};

/** Share dialog: its children are the first tab, with their own buttons. */
export function ShareModal({
  share,
  title,
  text,
  size,
  footer,
  children,
}: {
  share: Share;
  title: string;
  text?: string;
  size?: NonNullable<ModalProps['size']>;
  footer: ReactNode;
  children: ReactNode;
}) {
  const say = useT();
  const { t } = useTranslations('sharing');
  const { scene, missing, tab, onTab, onClose } = share;
  const tabs: Tab<ShareTab>[] = [
    { key: 'link', label: t('tab.link'), content: children },
    ...(scene.permission === 'admin'
      ? [{ key: 'people' as const, label: t('tab.people'), content: <SharePeople scene={scene} /> }]
      : []),
    { key: 'embed', label: t('tab.embed'), content: <EmbedTab share={share} /> },
    { key: 'qr', label: t('tab.qr'), content: <QrTab scene={scene} /> },
    { key: 'ar', label: t('tab.ar'), content: <ArTab share={share} /> },
  ];
  const isLink = tab === 'link';
  return (
    <Modal
      title={isLink ? title : say('scene.share')}
      text={isLink ? text : undefined}
      {...(size !== undefined && { size })}
      onClose={onClose}
      footer={isLink ? footer : <Button onClick={onClose}>{say('common.close')}</Button>}
    >
      <BlockedNote scene={scene} />
      {isLink &&
        (missing === null ? <StoredMissingNote sceneId={scene.uuid} /> : <MissingNote names={missing} />)}
      <Tabs
        label={t('tabs')}
        value={tab}
        onChange={onTab}
        tabs={tabs.map((one) => ({
          ...one,
          content: <div className="flex flex-col gap-4 pt-4">{one.content}</div>,
        }))}
      />
    </Modal>
  );
}

/** Members of the scene with their roles, and a form to invite others. */
function SharePeople({ scene }: { scene: Composition }) {
  const formId = useId();
  const invite = useInvite(
    { subject: 'compositions', uuid: scene.uuid, name: scene.name },
    // The list below shows an invited user at once.
    () => undefined,
  );
  return (
    <>
      <InviteFields formId={formId} invite={invite} asksForEntity={false} />
      <div className="flex justify-end">
        <InviteSubmit formId={formId} count={invite.emails.length} isBusy={invite.isBusy} />
      </div>
      <WhoHasAccess subject="compositions" iri={iriOf('compositions', scene.uuid)} />
    </>
  );
}

/** Embed code, and the sites that may use it. */
function EmbedTab({ share }: { share: Share }) {
  const { t } = useTranslations('sharing');
  const { scene } = share;
  const [preset, setPreset] = useState<EmbedPreset>('responsive');
  return (
    <>
      {!isShared(scene) && <p className={classes.hint}>{t('publishFirst')}</p>}
      <div className={classes.field}>
        <span className={fieldClasses.label}>{t('embed.size')}</span>
        <Select
          label={t('embed.size')}
          value={preset}
          options={PRESETS.map((value) => ({ value, label: t(`embed.size.${value}`) }))}
          onChange={setPreset}
        />
      </div>
      <CopyRow label={t('embed.code')} text={embedCode(scene.embedUrl, scene.name, EMBED_PRESETS[preset])} />
      <CopyRow label={t('embed.oembed')} text={scene.url} />
      {scene.permission === 'admin' && <OriginsField share={share} />}
    </>
  );
}

function OriginsField({ share: { scene, changeSharing } }: { share: Share }) {
  const { t } = useTranslations('sharing');
  const { isBusy, change } = useSharingChange(changeSharing);
  const [text, setText] = useState(scene.sharing.embedOrigins.join('\n'));
  const { origins, wrong, isTooMany } = splitOrigins(text);
  const isSame = origins.join('\n') === scene.sharing.embedOrigins.join('\n');
  const problemOf = () => {
    if (wrong !== null) {
      return t('embed.origins.wrong', { origin: wrong });
    }
    return isTooMany ? t('embed.origins.tooMany', { most: MAX_ORIGINS }) : undefined;
  };
  const problem = problemOf();
  return (
    <>
      <TextArea
        label={t('embed.origins')}
        hint={t('embed.origins.hint')}
        error={problem}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end">
        <NetworkButton
          isLoading={isBusy}
          disabled={problem !== undefined || isSame}
          onClick={() => change({ embedOrigins: origins })}
        >
          {t('embed.origins.save')}
        </NetworkButton>
      </div>
    </>
  );
}

/**
 * Parses sites, one per line; the part after the host is dropped, as users paste whole addresses.
 * @returns the sites, the first invalid line, and whether there are more than the limit.
 */
export function splitOrigins(text: string): { origins: string[]; wrong: string | null; isTooMany: boolean } {
  const lines = text
    .split(/[\s,;]+/)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
  const origins = [...new Set(lines.map((line) => line.replace(/^(https?:\/\/[^/]+)\/.*$/, '$1')))];
  const wrong = origins.find((origin) => !ORIGIN.test(origin)) ?? null;
  return { origins, wrong, isTooMany: origins.length > MAX_ORIGINS };
}

/** QR code of the public page, on screen and as a download in four formats. */
function QrTab({ scene }: { scene: Composition }) {
  const { t } = useTranslations('sharing');
  const { client } = useApi();
  const showError = useErrorToast();
  const [level, setLevel] = useState<QrLevel>('M');
  const config = useConfig();
  const link = config && phoneUrlOf(scene.url, config);
  const draw = async (format: QrFormat, to: string) => {
    const body = { data: { link: to }, format, size: 24, level };
    return (await client.call('generateQr', { body })).content;
  };
  const { data, error, mutate } = useSWR(link ? (['qr', link, level] as const) : null, ([, to]) =>
    draw('svg', to),
  );
  const handleDownload = async (format: QrFormat, to: string) => {
    try {
      save(await draw(format, to), `${scene.name}.${format}`);
    } catch (failure) {
      showError(failure);
    }
  };
  if (error !== undefined) {
    return <ErrorState error={error} onRetry={() => mutate()} />;
  }
  return (
    <>
      <p className={classes.hint}>{t(isShared(scene) ? 'qr.text' : 'publishFirst')}</p>
      <PhoneHint scene={scene} />
      {data === undefined || link === undefined ? (
        <Skeleton height="14rem" />
      ) : (
        <img className={classes.qr} src={addressOf(data)} alt={t('qr.alt', { url: link })} />
      )}
      <div className={classes.field}>
        <span className={fieldClasses.label}>{t('qr.level')}</span>
        <Select
          label={t('qr.level')}
          value={level}
          options={QR_LEVELS.map((value) => ({ value, label: t(`qr.level.${value}`) }))}
          onChange={setLevel}
        />
      </div>
      {link !== undefined && (
        <div className={classes.links}>
          {QR_FORMATS.map((format) => (
            <Button
              key={format}
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => {
                handleDownload(format, link);
              }}
            >
              {t('qr.download', { format: format.toUpperCase() })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Converts the gateway's answer to an address. */
function addressOf(content: string): string {
  return content.startsWith('data:') ? content : `data:image/svg+xml,${encodeURIComponent(content)}`;
}

function save(content: string, name: string): void {
  const link = document.createElement('a');
  link.href = addressOf(content);
  link.download = name;
  link.click();
}
