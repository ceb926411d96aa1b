import type { Account } from '@diorama/shared/contract/accounts.ts';
import { Stamp } from 'lucide-react';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import primitives from '../../components/primitives.module.css';
import { useAccount } from '../../hooks/use-account.ts';
import { usePictureSaving } from '../../hooks/use-picture-saving.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { useUpgrade } from '../upgrade/upgrade-context.tsx';
import classes from './settings.module.css';

/** The API's code of a watermark. */
const WATERMARK = 8;

/** Watermark of the viewer; plans without it show which plan includes it. */
export function WatermarkSection({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
  const { t } = useTranslations('account');
  const upgrade = useUpgrade();
  const { customWatermark } = account.features;
  return (
    <SettingsSection title={t('settings.watermark')} text={t('settings.watermark.text')}>
      {customWatermark === false ? (
        <>
          <p className={primitives.muted}>{t('settings.watermark.upgrade')}</p>
          <SectionActions>
            <Button disabled={account.subscriptionNeedsSync} onClick={upgrade}>
              {t('settings.watermark.plans')}
            </Button>
          </SectionActions>
        </>
      ) : (
        <Watermark
          account={account}
          assetIri={typeof customWatermark === 'string' ? customWatermark : null}
          isReadOnly={isReadOnly}
        />
      )}
    </SettingsSection>
  );
}

function Watermark({
  account,
  assetIri,
  isReadOnly,
}: {
  account: Account;
  assetIri: string | null;
  isReadOnly: boolean;
}) {
  const { t } = useTranslations('account');
  const { client, upload } = useApi();
  const { mutate } = useAccount();
  const { data: asset } = useGet('getAsset', assetIri === null ? null : { params: { id: assetIri } });
  const url = asset?.url ?? asset?.originalUrl ?? null;

  const { isBusy, choose, remove } = usePictureSaving(async (picture) => {
    const fields = { type: WATERMARK, uploadType: 'watermark', account: account.uuid } as const;
    const customWatermark = picture === null ? null : (await upload(picture, fields))['@id'];
    await client.call('updateAccount', {
      params: { id: account.uuid },
      body: { features: { customWatermark } },
    });
    await mutate();
  });
  return (
    <PictureField
      label={t('settings.watermark')}
      shape="logo"
      isCropped={false}
      picture={
        <span className={classes.watermark}>
          {url === null ? <Stamp size={20} aria-hidden="true" /> : <img src={url} alt="" />}
        </span>
      }
      hasPicture={assetIri !== null}
      isBusy={isBusy}
      isDisabled={isReadOnly}
      onChoose={choose}
      onRemove={remove}
    />
  );
}
