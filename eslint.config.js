import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'data/', 'coverage/'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**'],
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
    },
  },
  {
    // Coordinates of two or three points, and runs of numbers to be unpacked: asked for millions of times.
    files: ['src/geo/{orientation,ring,segment}.ts', 'src/arrays/packed.ts'],
    rules: { 'max-params': ['error', 6] },
  },
  // Called for each request: an object for each call would be garbage.
  { files: ['src/usage/usage-counter.ts'], rules: { 'max-params': ['error', 5] } },
  {
    // Long by their comments: fewer than 400 lines of code.
    files: [
      'src/geocoding/finding/name-search.ts',
      'src/geocoding/geocoding-index.ts',
      'src/geocoding/reverse/reverse-index.ts',
      'src/routing/routing-index.ts',
    ],
    rules: { 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] },
  },
  {
    // An oracle is read in one piece beside the rules that it restates, and these tests share one fixture.
    files: [
      'test/oracles/slow-search.ts',
      'test/geocoding/build-geocoding.test.ts',
      'test/dataset-feed/dataset-feed.slow.test.ts',
    ],
    rules: { 'max-lines': ['error', { max: 800, skipBlankLines: true, skipComments: true }] },
  },
  {
    // Answers in the forms of other projects, and of programs that nobody here wrote: read as they come.
    files: [
      'test/{client,clients,mcp}/**/*.ts',
      'test/e2e/compat*.test.ts',
      'test/sources/compat-*.ts',
      'test/sources/osrm-features/*.ts',
      'test/sources/osrm-features.proof.test.ts',
    ],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['bench/**', 'sample/**', 'scripts/**', 'src/cli/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
