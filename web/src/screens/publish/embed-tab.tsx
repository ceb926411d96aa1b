import { EMBED_PRESETS, type EmbedPreset, embedCode } from '@diorama/shared/domain/embed-code.ts';
import { useState } from 'react';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { TextArea } from '../../components/field/text-area.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import { CopyRow } from './copy-row.tsx';
import { MAX_ORIGINS, splitOrigins } from './origins.ts';
import classes from './publish.module.css';
import { isShared } from './publish-state.ts';
import type { Share } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

// TypeScript does not keep the key types.
const PRESETS = Object.keys(EMBED_PRESETS) as EmbedPreset[];

/** Embed code, and the sites that may use it. */
export function EmbedTab({ share }: { share: Share }) {
  const { t } = useSharingTranslations();
  const { scene } = share;
  const [preset, setPreset] = useState<EmbedPreset>('responsive');
  return (
    <>
      {!isShared(scene) && <p className={classes.hint}>{t('publishFirst')}</p>}
      <div className={classes.field}>
        <span className={classes.label}>{t('embed.size')}</span>
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
  const { t } = useSharingTranslations();
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
      <div className={classes.end}>
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
