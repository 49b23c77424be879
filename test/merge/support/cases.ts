/** How many random cases there are in every run of the tests; `MERGE_CASES` makes more of them. */
export const ALL_CASES = Number(process.env['MERGE_CASES'] ?? 2000);

/** The same cases in every run, unless `MERGE_SEED` asks for others. */
export const seed = Number(process.env['MERGE_SEED'] ?? 20);
