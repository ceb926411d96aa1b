import { ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { Select } from '../../components/select/select.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';

const ROLES: Record<'entity' | 'workspace', readonly Role[]> = {
  entity: [ROLE.edit, ROLE.view],
  workspace: [ROLE.admin, ROLE.guest],
};

/** Select of the roles for a subject. */
export function RoleSelect({
  label,
  subject,
  role,
  isDisabled = false,
  needsServer = false,
  isLong = false,
  size = 'default',
  onChange,
}: {
  label: string;
  subject: Subject;
  role: Role;
  isDisabled?: boolean;
  /** Whether each change is sent at once. */
  needsServer?: boolean;
  /** Describes the permissions of each role. */
  isLong?: boolean;
  size?: 'default' | 'small';
  onChange: (role: Role) => void;
}) {
  const { t } = useTranslations('people');
  const roles = ROLES[subject === 'accounts' ? 'workspace' : 'entity'];
  const options = roles.map((value) => ({
    value: `${value}`,
    label: isLong ? `${t(`role.${value}`)} – ${t(`role.${value}.text`)}` : t(`role.${value}`),
  }));
  const handleChange = (value: string) => {
    const chosen = roles.find((known) => `${known}` === value);
    if (chosen !== undefined) {
      onChange(chosen);
    }
  };
  return (
    <Select
      label={label}
      value={`${role}`}
      options={options}
      size={size}
      isDisabled={isDisabled}
      needsServer={needsServer}
      onChange={handleChange}
    />
  );
}
