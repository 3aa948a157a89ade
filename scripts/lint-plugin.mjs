/** Three rules of this project that oxlint does not have. */
const noIgnoredResult = {
  create: (context) => ({
    ExpressionStatement(node) {
      if (node.expression.type !== 'CallExpression' || node.expression.callee.type === 'Super')
        return;
      context.report({
        node,
        message:
          'The result of this call is discarded: a TaskEither that never runs, or an effect that does not belong in the core.',
      });
    },
  }),
};

const reportReExport = (context) => (node) => {
  if (!node.source) return;
  context.report({
    node,
    message:
      'Only the entry points and the face of the simulator re-export: import the file that you mean.',
  });
};

const noReExport = {
  create: (context) => ({
    ExportAllDeclaration: reportReExport(context),
    ExportNamedDeclaration: reportReExport(context),
  }),
};

const opensWithQuestion = /^[*\s]*(?:What|Who|Whom|Whose|Which)\b/;

const noQuestionComment = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!opensWithQuestion.test(comment.value)) continue;
        context.report({
          node: comment,
          message: 'A comment does not open with What, Who or Which: begin with its subject.',
        });
      }
    },
  }),
};

export default {
  meta: { name: 'pasarela' },
  rules: {
    'no-ignored-result': noIgnoredResult,
    'no-question-comment': noQuestionComment,
    'no-re-export': noReExport,
  },
};
