import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import { WorkspaceLogo } from '../../components/avatar/workspace-logo.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useLogo } from '../use-logo.ts';
import classes from './onboarding.module.css';

/** Name and logo of the workspace. */
export function WorkspaceStep({
  workspace,
  name,
  error,
  onChange,
}: {
  workspace: AccountRef;
  name: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  const { t } = useAccountTranslations();
  const logo = useLogo(workspace.uuid);
  return (
    <>
      <div className={classes.field}>
        <TextField
          label={t('settings.name')}
          value={name}
          error={error}
          maxLength={80}
          size="large"
          autoComplete="organization"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <PictureField
        label={t('settings.logo')}
        hint={t('settings.logo.hint')}
        shape="logo"
        picture={<WorkspaceLogo workspace={{ name, logoUrl: workspace.logoUrl }} size={64} />}
        hasPicture={workspace.logoUrl !== null}
        isBusy={logo.isBusy}
        onChoose={logo.choose}
        onRemove={logo.remove}
      />
    </>
  );
}
