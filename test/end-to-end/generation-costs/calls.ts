import { Session } from 'node:inspector/promises';

/** How often functions of the generator's own sources are called while something is done. */
export async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(
      ({ url }) => /\/src\/[^?]*\.[jt]s$/.test(url) && !url.includes('node_modules'),
    );
    return own
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges.slice(0, 1))
      .reduce((sum, { count }) => sum + count, 0);
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
