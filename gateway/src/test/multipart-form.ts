/** A multipart body: its fields and then its files. */
export function multipartForm(
  fields: Readonly<Record<string, string>>,
  ...files: (readonly [field: string, name: string, content: Uint8Array | string])[]
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    form.append(field, value);
  }
  for (const [field, name, content] of files) {
    form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  }
  return form;
}
