import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { InteractionAction } from '@diorama/shared/scene/document.ts';
import { Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { SceneSounds } from '../../../scene/scene-sounds.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import { RowField } from '../values/row-field.tsx';
import { PlayModeSelect } from './play-mode-select.tsx';

type SoundAction = Extract<InteractionAction, { kind: 'sound' }>;

/** The sound of an action, chosen from the library or uploaded, with a button to listen to it. */
export function SoundFields({
  action,
  onWrite,
}: {
  action: SoundAction;
  onWrite: (patch: Partial<SoundAction>) => void;
}) {
  const { t } = useTranslations('interactions');
  const { sound, mode, volume, loop } = action;
  return (
    <>
      <RowField
        label={t('field.sound')}
        spec={{ kind: 'picture', shelf: 'sounds', upload: ASSET_TYPE.sound }}
        value={sound}
        onWrite={(next) => onWrite({ sound: typeof next === 'string' ? next : null })}
      />
      {sound === null && mode === 'off' && <p className={fields.note}>{t('field.sound.all')}</p>}
      {sound !== null && <ListenButton key={sound} sound={sound} volume={volume} />}
      <PlayModeSelect mode={mode} onWrite={(next) => onWrite({ mode: next })} />
      {mode !== 'off' && (
        <>
          <RowField
            label={t('field.volume')}
            spec={{ kind: 'number', unit: 'ratio', min: 0, max: 1, step: 0.05 }}
            value={volume}
            onWrite={(next) => onWrite({ volume: Number(next) })}
          />
          <RowField
            label={t('field.loop')}
            spec={{ kind: 'boolean' }}
            value={loop}
            onWrite={(next) => onWrite({ loop: next === true })}
          />
        </>
      )}
    </>
  );
}

function ListenButton({ sound, volume }: { sound: string; volume: number }) {
  const { assets } = useEditorSession();
  const { t } = useTranslations('interactions');
  const known = useSignalValue(assets.byIri);
  const [sounds, setSounds] = useState<SceneSounds | null>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    const made: SceneSounds = new SceneSounds({
      source: assets.addressOf,
      onChange: () => setIsPlaying(made.isPlaying(sound)),
    });
    setSounds(made);
    // The field shows the name of the file.
    assets.addressOf(sound).catch(() => null);
    return () => made.dispose();
  }, [assets, sound]);
  const asset = known.get(sound);
  return (
    <Button
      size="small"
      variant="ghost"
      className="max-w-full"
      icon={isPlaying ? <Square size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
      disabled={asset?.status !== 'ready'}
      onClick={() => sounds?.switch({ sound, mode: 'toggle', volume, loop: false })}
    >
      <span className="truncate py-1">
        {t(isPlaying ? 'sound.stop' : 'sound.listen', { name: asset?.name ?? t('field.sound') })}
      </span>
    </Button>
  );
}
