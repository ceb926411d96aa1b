import pg from 'pg';

/** Runs work on a separate connection, which is closed afterwards. A lost connection fails the statement that runs. */
export async function withClient<T>(
  options: pg.ClientConfig,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
