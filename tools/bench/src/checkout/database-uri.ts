/** Where the order service's database is, as the supervisor has told the service; by it commands are counted. @param control the supervisor's address */
export async function databaseUri(control: string): Promise<string> {
  const { env } = (await (await fetch(`${control}/processes/order/env`)).json()) as { env: { MONGODB_URI: string } };
  return env.MONGODB_URI;
}
