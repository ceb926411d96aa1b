import { CodedError } from '@diorama/shared/contract/errors.ts';

/**
 * Passwords of eight characters and more that lead every published list of stolen ones; who tries to get in
 * tries these first.
 */
const COMMON = `
12345678 123456789 1234567890 123123123 987654321 87654321 11111111 00000000 12341234 88888888 22222222 99999999
1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 q1w2e3r4
password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd pa55word pass1234 passpass mypassword
iloveyou iloveyou1 iloveyou2 ilovethis sunshine sunshine1 princess princess1 football football1 baseball basketball
superman superman1 batman123 spiderman pokemon1 starwars trustno1 whatever jennifer michelle jordan23 michael1 charlie1
welcome1 welcome123 changeme letmein1 letmein123 admin123 administrator administrador contraseña contrasena computer internet
samsung1 motorola nintendo playstation minecraft fortnite liverpool chelsea1 arsenal1 barcelona realmadrid juventus
abcd1234 abc12345 abc123456 a1b2c3d4 a12345678 aa123456 aa12345678 qwe12345 asd12345 zaq12wsx 1234qwer qazwsxedc 147258369
741852963 159753456 123654789 789456123 12344321 11223344 112233445566 55555555 66666666 77777777 33333333 44444444 10203040
dragon12 master12 monkey12 shadow12 freedom1 diamond1 butterfly chocolate elizabeth alexander christian victoria
teamobebe tequiero estrella mariposa corazon1 bendicion hellokitty blink182 slipknot metallica linkedin dropbox1 google123
diorama1 diorama123
`;

const common: ReadonlySet<string> = new Set(COMMON.trim().split(/\s+/));

/** Whether a password stands on the list of those that are guessed first. */
function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/**
 * Refuses a password that would be guessed first.
 * @param propertyPath - the field that is marked
 * @throws CodedError `request.invalid`.
 */
export function assertUsablePassword(password: string, propertyPath = 'password'): void {
  if (isCommonPassword(password)) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath, code: 'user.password.common', message: 'This password is too common' }],
    });
  }
}
