import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { QR_FORMATS, QR_LEVELS, type QrFormat, type QrLevel } from '@diorama/shared/contract/qrs.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Select } from '../../components/select/select.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import { PhoneHint } from './phone-hint.tsx';
import { phoneUrlOf } from './phone-url.ts';
import classes from './publish.module.css';
import { isShared } from './publish-state.ts';

/** QR code of the public page, on screen and as a download in four formats. */
export function QrTab({ scene }: { scene: Composition }) {
  const { t } = useSharingTranslations();
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
        <span className={classes.label}>{t('qr.level')}</span>
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
