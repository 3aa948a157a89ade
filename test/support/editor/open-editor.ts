import { join } from 'node:path';
import ts from 'typescript-6';

const settings: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  skipLibCheck: true,
  types: ['node'],
};

/** A field of a type: where it is, and its documentation. */
export type DocumentedField = { readonly path: string; readonly documentation: string };

const isPrimitive = (type: ts.Type): boolean =>
  type.isIntersection()
    ? type.types.some(isPrimitive)
    : (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Union)) === 0;

const isOfOthers = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((one) => one.getSourceFile().fileName.includes('/node_modules/'));

/** An editor of a user of the package, over its declarations. `program` imports them from `./src/`. */
export const openEditor = (program: string) => {
  const file = join(process.cwd(), 'build/hovered.ts');
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? program : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  });

  /** The errors of the compiler, each with its line. */
  const problems = (): ReadonlyArray<{ readonly line: string; readonly message: string }> =>
    service.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => ({
      line: program.split('\n')[program.slice(0, start).split('\n').length - 1] ?? '',
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }));

  const hoverAt = (position: number) => {
    const info = service.getQuickInfoAtPosition(file, position);
    return {
      signature: ts.displayPartsToString(info?.displayParts),
      documentation: ts.displayPartsToString(info?.documentation),
    };
  };

  /** Every field of a type that the program declares, and of the objects in it. */
  const fieldsOf = (name: string): ReadonlyArray<DocumentedField> => {
    const opened = service.getProgram();
    const source = opened?.getSourceFile(file);
    const declared = source?.statements.find(
      (one): one is ts.TypeAliasDeclaration =>
        ts.isTypeAliasDeclaration(one) && one.name.text === name,
    );
    if (opened === undefined || declared === undefined) throw new Error(`there is no type ${name}`);
    const checker = opened.getTypeChecker();
    const fields: Array<DocumentedField> = [];
    const visit = (given: ts.Type, path: string, above: ReadonlyArray<ts.Type>): void => {
      const type = checker.getNonNullableType(given);
      if (above.includes(type) || isPrimitive(type)) return;
      if (type.isUnion()) {
        for (const one of type.types) visit(one, path, above);
        return;
      }
      const item = checker.isArrayLikeType(type)
        ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
        : undefined;
      if (item !== undefined) {
        visit(item, path, above);
        return;
      }
      for (const property of type.getProperties()) {
        if (isOfOthers(property)) continue;
        const inner = path === '' ? property.name : `${path}.${property.name}`;
        const documentation = ts.displayPartsToString(property.getDocumentationComment(checker));
        fields.push({ path: inner, documentation });
        visit(checker.getTypeOfSymbol(property), inner, [...above, type]);
      }
    };
    visit(checker.getTypeAtLocation(declared.name), '', []);
    return fields;
  };

  return { problems, hoverAt, fieldsOf };
};
